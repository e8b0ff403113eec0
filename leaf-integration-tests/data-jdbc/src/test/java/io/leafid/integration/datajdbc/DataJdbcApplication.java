package io.leafid.integration.datajdbc;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.jdbc.repository.config.EnableJdbcAuditing;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;

/** An application with aggregates of many shapes. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableJdbcAuditing
@EnableJdbcRepositories(considerNestedRepositories = true)
class DataJdbcApplication {}
