package io.leafid.remote;

import org.springframework.boot.WebApplicationType;

/** The contract over HTTP with a servlet service. */
class ServletIdServiceTest extends IdServiceContract {

    ServletIdServiceTest() {
        super(WebApplicationType.SERVLET);
    }
}
