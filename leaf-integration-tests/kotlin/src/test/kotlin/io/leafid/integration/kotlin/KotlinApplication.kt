package io.leafid.integration.kotlin

import org.springframework.boot.autoconfigure.SpringBootApplication

/** An application in Kotlin with entities of JPA and aggregates of Spring Data JDBC. */
@SpringBootApplication
class KotlinApplication
