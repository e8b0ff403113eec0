package io.leafid.integration.kotlin

import io.leafid.data.LeafId
import io.leafid.publicid.PublicId
import jakarta.persistence.Embeddable
import jakarta.persistence.Embedded
import jakarta.persistence.Entity
import jakarta.persistence.MappedSuperclass
import org.springframework.data.annotation.Id as RelationalId
import org.springframework.data.jpa.repository.JpaRepository
import org.springframework.data.relational.core.mapping.Table as RelationalTable
import org.springframework.data.repository.ListCrudRepository
import jakarta.persistence.Id as JpaId

/** A data class of JPA, whose key is a `long` that is never null, and which may be assigned. */
@Entity(name = "ticket")
data class Ticket(@JpaId @LeafId(assignable = true) var id: Long = 0, var title: String)

/** Annotated at its getter. */
@Entity(name = "document")
class Document(@get:JpaId @get:LeafId var id: String? = null, var title: String)

@MappedSuperclass
abstract class Party {
    @JpaId
    @LeafId
    val id: Long? = null
}

@Embeddable
class Address(@LeafId("address_label") var label: Long? = null, var city: String)

@Entity(name = "customer")
class Customer(@Embedded var address: Address) : Party()

/** A data class that is replaced by a copy with its id. */
@RelationalTable("counter")
data class Counter(@RelationalId @LeafId("counters of the shop") val id: String?, val name: String)

/** A class that is changed in place. */
@RelationalTable("note")
class Note(val text: String) {
    @RelationalId
    @LeafId
    var id: Long? = null
}

/** What JSON has of an order. */
data class OrderView(@LeafId("order") val id: Long, @PublicId("order") val number: Long, val text: String)

interface ShopOrders : JpaRepository<ShopOrder, Long>

interface Tickets : JpaRepository<Ticket, Long>

interface Documents : JpaRepository<Document, String>

interface Customers : JpaRepository<Customer, Long>

interface Parcels : ListCrudRepository<Parcel, Long>

interface Counters : ListCrudRepository<Counter, String>

interface Notes : ListCrudRepository<Note, Long>
