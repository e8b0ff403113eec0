package io.leafid.integration.datar2dbc.web;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A reactive application that has no repositories. */
@SpringBootApplication(proxyBeanMethods = false)
class ReactiveApplication {}
