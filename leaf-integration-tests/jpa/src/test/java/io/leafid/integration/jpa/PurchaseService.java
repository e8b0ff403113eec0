package io.leafid.integration.jpa;

import java.util.List;
import java.util.stream.IntStream;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Stores many entities in one transaction. */
@Service
class PurchaseService {

    private final Purchases purchases;

    PurchaseService(Purchases purchases) {
        this.purchases = purchases;
    }

    @Transactional
    List<Long> placeAll(String item, int count) {
        List<Shapes.Purchase> all = IntStream.range(0, count)
                .mapToObj(number -> new Shapes.Purchase(item + number))
                .toList();
        return purchases.saveAll(all).stream().map(purchase -> purchase.id).toList();
    }
}
