package io.leafid.integration.datar2dbc;

import io.leafid.data.LeafId;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.Id;
import org.springframework.data.r2dbc.repository.R2dbcRepository;
import org.springframework.data.relational.core.mapping.Table;

/** Entities as Spring Data R2DBC knows them: classes and records. */
final class Rows {

    private Rows() {}

    /** A record, which is replaced by a copy with its id. */
    @Table("purchases")
    record Purchase(@Id @LeafId @Nullable Long id, String item) {}

    /** A class that is changed in place. */
    static class Counter {

        @Id
        @LeafId("counters of the shop")
        long id;

        String name = "";
    }

    /** A key of digits. */
    record Document(@Id @LeafId @Nullable String id, String title) {}

    /** Auditing takes what has an id for old. */
    record Audited(
            @Id @LeafId @Nullable Long id,
            @CreatedDate @Nullable LocalDateTime createdAt) {}

    interface Purchases extends R2dbcRepository<Purchase, Long> {}

    interface Counters extends R2dbcRepository<Counter, Long> {}

    interface Documents extends R2dbcRepository<Document, String> {}

    interface AuditedOnes extends R2dbcRepository<Audited, Long> {}
}
