package io.leafid.data.hibernate;

import io.leafid.data.LeafId;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Entities of the shapes that JPA knows; none has another annotation for its id than Leaf's. */
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

    @Entity(name = "Counter")
    static class Counter {

        @Id
        @LeafId("counters of the shop")
        long id;
    }

    @Entity(name = "Document")
    static class Document {

        @Id
        @LeafId
        String id;

        @Version
        Integer version;
    }

    /** Rows of another system have their ids already. */
    @Entity(name = "Imported")
    static class Imported {

        @Id
        @LeafId(assignable = true)
        Long id;
    }

    @Entity(name = "Versioned")
    static class Versioned {

        @Id
        @LeafId
        long id;

        @Version
        Integer version;
    }

    @Entity(name = "Quoted")
    @Table(name = "`Order`")
    static class Quoted {

        @Id
        @LeafId
        Long id;
    }

    /** Annotated at its methods. */
    @Entity(name = "Ticket")
    @Access(AccessType.PROPERTY)
    static class Ticket {

        private Long number;

        @Id
        @LeafId
        public Long getNumber() {
            return number;
        }

        public void setNumber(Long number) {
            this.number = number;
        }
    }

    @MappedSuperclass
    abstract static class Party {

        @Id
        @LeafId
        Long id;

        @Embedded
        Address address;
    }

    /** An embedded part with a number of its own. */
    @Embeddable
    static class Address {

        @LeafId("address_label")
        Long label;

        String city;

        Address() {}

        Address(String city) {
            this.city = city;
        }
    }

    @Entity(name = "Customer")
    static class Customer extends Party {}

    @Entity(name = "Supplier")
    static class Supplier extends Party {}

    @Entity(name = "Vehicle")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Vehicle {

        @Id
        @LeafId
        Long id;
    }

    @Entity(name = "Car")
    static class Car extends Vehicle {

        int seats = 4;
    }

    @Entity(name = "Lorry")
    static class Lorry extends Vehicle {

        int axles = 3;
    }

    @Entity(name = "Payment")
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    abstract static class Payment {

        @Id
        @LeafId
        Long id;
    }

    @Entity(name = "CardPayment")
    static class CardPayment extends Payment {}

    @Entity(name = "CashPayment")
    static class CashPayment extends Payment {}

    @Entity(name = "Animal")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    abstract static class Animal {

        @Id
        @LeafId
        Long id;
    }

    @Entity(name = "Cat")
    static class Cat extends Animal {}

    @Entity(name = "Dog")
    static class Dog extends Animal {}

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

    /** A second number that is no key. */
    @Entity(name = "Parcel")
    static class Parcel {

        @Id
        @LeafId
        Long id;

        @LeafId("parcel_number")
        String trackingNumber;
    }

    /** A key of two parts, one of them from Leaf. */
    @Entity(name = "Seat")
    static class Seat {

        @EmbeddedId
        SeatKey key = new SeatKey();
    }

    @Embeddable
    static class SeatKey implements Serializable {

        private static final long serialVersionUID = 1L;

        @LeafId("seat")
        Long number;

        String hall;

        @Override
        public boolean equals(Object other) {
            return other instanceof SeatKey key && Objects.equals(number, key.number) && Objects.equals(hall, key.hall);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, hall);
        }
    }

    /** A key that is a record, one of whose parts comes from Leaf. */
    @Entity(name = "Box")
    static class Box {

        @EmbeddedId
        BoxKey key = new BoxKey(null, "north");
    }

    @Embeddable
    record BoxKey(@LeafId("box") Long number, String hall) {}

    /** A key of two properties, one of them from Leaf. */
    @Entity(name = "Shelf")
    @IdClass(ShelfKey.class)
    static class Shelf {

        @Id
        @LeafId
        Long number;

        @Id
        String hall = "north";
    }

    record ShelfKey(Long number, String hall) {}
}
