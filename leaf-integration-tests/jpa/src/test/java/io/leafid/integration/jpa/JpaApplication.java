package io.leafid.integration.jpa;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with entities of many shapes. */
@SpringBootApplication(proxyBeanMethods = false)
class JpaApplication {}
