package io.leafid.sample;

import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Takes and shows orders. Both numbers of an order come from Leaf when it is stored, and cost no round trip. */
@RestController
@RequestMapping("/orders")
class OrderController {

    private static final int MAX_ITEM_LENGTH = 200;
    private static final int MAX_QUANTITY = 1000;

    private final OrderRepository orders;
    private final PublicIds publicIds;

    OrderController(OrderRepository orders, PublicIds publicIds) {
        this.orders = orders;
        this.publicIds = publicIds;
    }

    @PostMapping
    ResponseEntity<CustomerOrder> place(@RequestBody NewOrder request) {
        String item = (request.item() == null) ? "" : request.item().strip();
        int quantity = (request.quantity() == null) ? 1 : request.quantity();
        require(!item.isEmpty() && item.length() <= MAX_ITEM_LENGTH, "item must have 1 to 200 characters");
        require(quantity >= 1 && quantity <= MAX_QUANTITY, "quantity must be from 1 to 1000");

        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        CustomerOrder order = orders.save(new CustomerOrder(null, null, item, quantity, now));
        String number = publicIds.encode(CustomerOrder.TAG, Objects.requireNonNull(order.number()));
        return ResponseEntity.created(URI.create("/orders/" + number)).body(order);
    }

    @GetMapping("/{number}")
    CustomerOrder show(@PathVariable @PublicId(CustomerOrder.TAG) long number) {
        return orders.findById(number)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "there is no such order"));
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, message);
        }
    }
}
