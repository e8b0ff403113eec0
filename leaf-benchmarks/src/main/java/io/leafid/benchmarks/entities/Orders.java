package io.leafid.benchmarks.entities;

import io.leafid.data.LeafId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;
import org.springframework.data.jpa.repository.JpaRepository;

/** The same entity with ids from different sources, in JPA and in Spring Data JDBC. */
final class Orders {

    private Orders() {}

    /** Base of all of them: each is new, so that none is looked up. */
    @MappedSuperclass
    abstract static class Order implements Persistable<Long> {

        String item = "a book with a long title";

        int quantity = 1;

        @Override
        public boolean isNew() {
            return true;
        }
    }

    /** An id of the application's own. */
    @Entity
    @Table(name = "jpa_assigned")
    static class AssignedOrder extends Order {

        @Id
        @Nullable Long id;

        @Override
        public @Nullable Long getId() {
            return id;
        }
    }

    /** An id of Leaf's. */
    @MappedSuperclass
    abstract static class LeafOrderBase extends Order {

        @Id
        @LeafId
        @Nullable Long id;

        @Override
        public @Nullable Long getId() {
            return id;
        }
    }

    @Entity
    @Table(name = "jpa_leaf")
    static class LeafOrder extends LeafOrderBase {}

    /** An id of a sequence, which is asked once for 50. */
    @MappedSuperclass
    abstract static class SequenceOrderBase extends Order {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "jpa_sequence_ids")
        @SequenceGenerator(name = "jpa_sequence_ids", sequenceName = "jpa_sequence_ids", allocationSize = 50)
        @Nullable Long id;

        @Override
        public @Nullable Long getId() {
            return id;
        }
    }

    @Entity
    @Table(name = "jpa_sequence")
    static class SequenceOrder extends SequenceOrderBase {}

    /** A customer with an id of Leaf's. */
    @Entity
    @Table(name = "jpa_leaf_customer")
    static class LeafCustomer {

        @Id
        @LeafId
        @Nullable Long id;
    }

    /** A customer with an id of a sequence. */
    @Entity
    @Table(name = "jpa_sequence_customer")
    static class SequenceCustomer {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @Nullable Long id;
    }

    /** An order of a customer, with ids of Leaf's. */
    @Entity
    @Table(name = "jpa_leaf_reference")
    static class LeafReference extends LeafOrderBase {

        @ManyToOne(fetch = FetchType.LAZY)
        @Nullable LeafCustomer customer;
    }

    /** An order of a customer, with ids of a sequence. */
    @Entity
    @Table(name = "jpa_sequence_reference")
    static class SequenceReference extends SequenceOrderBase {

        @ManyToOne(fetch = FetchType.LAZY)
        @Nullable SequenceCustomer customer;
    }

    /** A row with an id of the application's own. */
    @org.springframework.data.relational.core.mapping.Table("JDBC_ASSIGNED")
    record AssignedRow(
            @org.springframework.data.annotation.Id Long id, String item, int quantity) {}

    /** A row with an id of Leaf's. */
    @org.springframework.data.relational.core.mapping.Table("JDBC_LEAF")
    record LeafRow(
            @org.springframework.data.annotation.Id @LeafId @Nullable Long id,

            String item,
            int quantity) {}

    interface AssignedOrders extends JpaRepository<AssignedOrder, Long> {}

    interface LeafOrders extends JpaRepository<LeafOrder, Long> {}

    interface LeafReferences extends JpaRepository<LeafReference, Long> {}

    interface SequenceReferences extends JpaRepository<SequenceReference, Long> {}

    interface LeafCustomers extends JpaRepository<LeafCustomer, Long> {}

    interface SequenceCustomers extends JpaRepository<SequenceCustomer, Long> {}

    interface SequenceOrders extends JpaRepository<SequenceOrder, Long> {}
}
