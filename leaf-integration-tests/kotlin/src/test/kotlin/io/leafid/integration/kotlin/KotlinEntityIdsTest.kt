package io.leafid.integration.kotlin

import io.leafid.IdGenerator
import io.leafid.publicid.PublicIds
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import tools.jackson.databind.json.JsonMapper

/** What `@LeafId` promises holds for classes of Kotlin, in JPA, in Spring Data JDBC and in JSON. */
@SpringBootTest(
    properties = [
        "spring.datasource.url=jdbc:h2:mem:kotlin;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
        "spring.jpa.hibernate.ddl-auto=create",
        "spring.sql.init.mode=always",
        "leaf.segment.enabled=true",
        "leaf.segment.auto-create.enabled=true",
        "leaf.json.ids-as-strings=true",
        "leaf.public-ids.keys.test=6fa1f0c2b5a94c1f8b6f5c0d9e3a7b21",
    ],
)
class KotlinEntityIdsTest(
    @Autowired private val orders: ShopOrders,
    @Autowired private val tickets: Tickets,
    @Autowired private val documents: Documents,
    @Autowired private val customers: Customers,
    @Autowired private val parcels: Parcels,
    @Autowired private val counters: Counters,
    @Autowired private val notes: Notes,
    @Autowired private val ids: IdGenerator,
    @Autowired private val json: JsonMapper,
    @Autowired private val publicIds: PublicIds,
) {
    /** The next id of a tag follows the one that an entity got before. */
    private fun assertIsOf(tag: String, id: Long?) {
        assertThat(ids.nextId(tag)).`as`(tag).isEqualTo(id!! + 1)
    }

    @Test
    fun entityOfTheManualGetsBothNumbers() {
        val order = orders.save(ShopOrder("book"))

        assertIsOf("shop_order", order.id)
        assertIsOf("tracking", order.trackingNumber?.toLong())
        assertThat(orders.findById(order.id!!)).get().extracting(ShopOrder::item).isEqualTo("book")
    }

    @Test
    fun assignedIdOfAnEntityStays() {
        assertThat(tickets.save(Ticket(1_000_002, "imported")).id).isEqualTo(1_000_002)
    }

    @Test
    fun dataClassOfJpaIsFilledInPlace() {
        val ticket = Ticket(title = "opera")

        assertThat(tickets.save(ticket)).isSameAs(ticket)
        assertIsOf("ticket", ticket.id)
    }

    @Test
    fun annotationMayStandAtTheGetter() {
        assertIsOf("document", documents.save(Document(title = "contract")).id?.toLong())
    }

    @Test
    fun superclassAndEmbeddedPartAreFilled() {
        val customer = customers.save(Customer(Address(city = "Berlin")))

        assertIsOf("customer", customer.id)
        assertIsOf("address_label", customer.address.label)
    }

    @Test
    fun aggregateOfTheManualIsReplacedByACopyWithItsIds() {
        val parcel = Parcel(text = "books", labels = listOf(Parcel.Label(text = "fragile"), Parcel.Label(text = "heavy")))

        val saved = parcels.save(parcel)

        assertThat(parcel.id).isNull()
        assertIsOf("parcel", saved.id)
        assertIsOf("parcel_label", saved.labels[1].id)
        assertThat(parcels.findById(saved.id!!)).contains(saved)
    }

    @Test
    fun textKeyOfADataClassHoldsTheDigits() {
        val saved = counters.save(Counter(null, "requests"))

        assertIsOf("counters of the shop", saved.id?.toLong())
        assertThat(counters.findById(saved.id!!)).contains(saved)
    }

    @Test
    fun classOfSpringDataIsFilledInPlace() {
        val note = Note("ring twice")

        assertThat(notes.save(note)).isSameAs(note)
        assertIsOf("note", note.id)
    }

    @Test
    fun whatIsThereIsUpdated() {
        val saved = parcels.save(Parcel(text = "first"))

        parcels.save(saved.copy(text = "second"))

        assertThat(parcels.findById(saved.id!!)).get().extracting(Parcel::text).isEqualTo("second")
    }

    @Test
    fun jsonOfADataClassHasTextsAndReadsThem() {
        val view = OrderView(2061538304229310465, 7, "tea")

        val text = json.writeValueAsString(view)

        assertThat(text)
            .isEqualTo("""{"id":"2061538304229310465","number":"${publicIds.encode("order", 7)}","text":"tea"}""")
        assertThat(json.readValue(text, OrderView::class.java)).isEqualTo(view)
    }
}
