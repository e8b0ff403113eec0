package io.leafid.sample;

import io.leafid.IdGenerator;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Takes and shows orders. The id of an order comes from a segment, the number of its payment from snowflake; both are known
 * before anything is stored, and cost no round trip.
 */
@RestController
@RequestMapping("/orders")
class OrderController {

    private static final int MAX_ITEM_LENGTH = 200;
    private static final int MAX_QUANTITY = 1000;

    private final IdGenerator ids;
    private final OrderRepository orders;

    OrderController(IdGenerator ids, OrderRepository orders) {
        this.ids = ids;
        this.orders = orders;
    }

    @PostMapping
    ResponseEntity<Order> place(@RequestBody NewOrder request) {
        String item = (request.item() == null) ? "" : request.item().strip();
        int quantity = (request.quantity() == null) ? 1 : request.quantity();
        require(!item.isEmpty() && item.length() <= MAX_ITEM_LENGTH, "item must have 1 to 200 characters");
        require(quantity >= 1 && quantity <= MAX_QUANTITY, "quantity must be from 1 to 1000");

        String id = Long.toString(ids.nextId("order"));
        String paymentNumber = Long.toString(ids.nextId("payment"));
        Order order = new Order(id, paymentNumber, item, quantity, Instant.now().truncatedTo(ChronoUnit.MILLIS));
        orders.insert(order);
        return ResponseEntity.created(URI.create("/orders/" + id)).body(order);
    }

    @GetMapping("/{id}")
    Order show(@PathVariable long id) {
        return orders.find(id)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "there is no order " + id));
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, message);
        }
    }
}
