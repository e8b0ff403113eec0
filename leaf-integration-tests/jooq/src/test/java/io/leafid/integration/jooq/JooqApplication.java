package io.leafid.integration.jooq;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with tables of jOOQ. */
@SpringBootApplication(proxyBeanMethods = false)
class JooqApplication {}
