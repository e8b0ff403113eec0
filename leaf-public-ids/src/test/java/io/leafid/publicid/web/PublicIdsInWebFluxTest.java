package io.leafid.publicid.web;

import org.springframework.boot.WebApplicationType;

/** Public ids in WebFlux, on Netty. */
class PublicIdsInWebFluxTest extends PublicIdRequestContract {

    PublicIdsInWebFluxTest() {
        super(WebApplicationType.REACTIVE);
    }
}
