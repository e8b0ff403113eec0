package io.leafid.remote;

import org.springframework.boot.WebApplicationType;

/** The contract over HTTP with a reactive service. */
class ReactiveIdServiceTest extends IdServiceContract {

    ReactiveIdServiceTest() {
        super(WebApplicationType.REACTIVE);
    }
}
