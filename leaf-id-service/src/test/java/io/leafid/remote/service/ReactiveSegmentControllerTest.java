package io.leafid.remote.service;

import org.springframework.boot.WebApplicationType;

/** What an id service answers on a reactive server. */
class ReactiveSegmentControllerTest extends SegmentControllerTest {

    @Override
    WebApplicationType type() {
        return WebApplicationType.REACTIVE;
    }
}
