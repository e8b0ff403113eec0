package io.leafid.integration.datar2dbc.web;

import io.leafid.IdGenerator;
import io.leafid.publicid.PublicId;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Hands out numbers, without a database. */
@RestController
class NumberController {

    /** A number outside. */
    record Numbered(@PublicId("number") long number) {}

    private final IdGenerator ids;

    NumberController(IdGenerator ids) {
        this.ids = ids;
    }

    @PostMapping("/numbers")
    Mono<String> next() {
        return Mono.fromSupplier(() -> "number " + ids.nextId("number"));
    }

    @GetMapping("/public-numbers/{number}")
    Mono<Numbered> same(@PathVariable @PublicId("number") long number) {
        return Mono.just(new Numbered(number));
    }
}
