package io.leafid.web;

import org.springframework.boot.WebApplicationType;

/** What HTTP answers where the server is Tomcat, by Spring MVC. */
class ServletHttpTest extends HttpContract {

    ServletHttpTest() {
        super(WebApplicationType.SERVLET);
    }
}
