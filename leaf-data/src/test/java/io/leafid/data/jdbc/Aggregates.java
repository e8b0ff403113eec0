package io.leafid.data.jdbc;

import io.leafid.data.LeafId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Embedded;
import org.springframework.data.relational.core.mapping.Table;

/** Aggregates as Spring Data JDBC knows them: classes and records, with entities within them. */
final class Aggregates {

    private Aggregates() {}

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

    /** Entities within, each with an id of its own, and an embedded part with a number. */
    record Invoice(
            @Id @LeafId @Nullable Long id,
            List<Line> lines,
            Set<Stamp> stamps,
            Map<String, Note> notes,
            @Nullable Receipt receipt,
            @Embedded.Empty Address address) {}

    @Table("invoice_line")
    record Line(@Id @LeafId @Nullable Long id, String text) {}

    record Stamp(@Id @LeafId("stamp") @Nullable Long id, String text) {}

    record Note(@Id @LeafId @Nullable Long id, String text) {}

    record Receipt(@Id @LeafId @Nullable Long id, String text) {}

    record Address(@LeafId("address_label") @Nullable Long label, String city) {}

    /** Auditing takes what has an id for old. */
    record Audited(
            @Id @LeafId @Nullable Long id,
            @CreatedDate @Nullable Instant createdAt) {}
}
