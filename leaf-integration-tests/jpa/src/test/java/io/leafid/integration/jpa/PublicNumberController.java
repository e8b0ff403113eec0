package io.leafid.integration.jpa;

import io.leafid.publicid.PublicId;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Answers a public id with another one of the same number. */
@RestController
class PublicNumberController {

    record Numbered(@PublicId("number") long number) {}

    @GetMapping("/public-numbers/{number}")
    Numbered same(@PathVariable @PublicId("number") long number) {
        return new Numbered(number);
    }
}
