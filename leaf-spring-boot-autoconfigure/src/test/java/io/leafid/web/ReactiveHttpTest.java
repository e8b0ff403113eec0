package io.leafid.web;

import org.springframework.boot.WebApplicationType;

/** What HTTP answers where the server is Netty, by WebFlux. */
class ReactiveHttpTest extends HttpContract {

    ReactiveHttpTest() {
        super(WebApplicationType.REACTIVE);
    }
}
