package io.leafid.integration.jpa;

import io.leafid.data.LeafId;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;

/** Entities; none has another annotation for its id than Leaf's. */
final class Shapes {

    private Shapes() {}

    @Entity(name = "Purchase")
    @Table(name = "Purchases")
    static class Purchase {

        @Id
        @LeafId
        Long id;

        String item;

        Purchase() {}

        Purchase(String item) {
            this.item = item;
        }
    }

    @Entity(name = "Invoice")
    static class Invoice {

        @Id
        @LeafId
        Long id;

        @OneToMany(mappedBy = "invoice", cascade = CascadeType.ALL, fetch = FetchType.LAZY)
        List<InvoiceLine> lines = new ArrayList<>();

        Invoice with(String text) {
            InvoiceLine line = new InvoiceLine();
            line.invoice = this;
            line.text = text;
            lines.add(line);
            return this;
        }
    }

    @Entity(name = "InvoiceLine")
    static class InvoiceLine {

        @Id
        @LeafId
        Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        Invoice invoice;

        String text;
    }
}
