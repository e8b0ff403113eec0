package io.leafid.integration.jpa;

import io.leafid.IdGenerator;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Hands out numbers, without a database. */
@RestController
class NumberController {

    private final IdGenerator ids;

    NumberController(IdGenerator ids) {
        this.ids = ids;
    }

    @PostMapping("/numbers")
    String next() {
        return "number " + ids.nextId("number");
    }
}
