package io.leafid.web;

import org.springframework.boot.WebApplicationType;

/** What an id service answers on a reactive server. */
class ReactiveSegmentRouteTest extends SegmentRouteTest {

    @Override
    WebApplicationType type() {
        return WebApplicationType.REACTIVE;
    }
}
