package io.leafid.integration.datar2dbc;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.r2dbc.config.EnableR2dbcAuditing;
import org.springframework.data.r2dbc.repository.config.EnableR2dbcRepositories;

/** A reactive application; Leaf has a connection by JDBC of its own to the same database. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableR2dbcAuditing
@EnableR2dbcRepositories(considerNestedRepositories = true)
class DataR2dbcApplication {}
