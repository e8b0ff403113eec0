package io.leafid.publicid.web;

import org.springframework.boot.WebApplicationType;

/** Public ids in Spring MVC, on Tomcat. */
class PublicIdsInServletsTest extends PublicIdRequestContract {

    PublicIdsInServletsTest() {
        super(WebApplicationType.SERVLET);
    }
}
