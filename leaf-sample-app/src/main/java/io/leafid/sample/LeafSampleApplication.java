package io.leafid.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the order service. */
@SpringBootApplication
public class LeafSampleApplication {

    /** Runs the application. */
    public static void main(String[] args) {
        SpringApplication.run(LeafSampleApplication.class, args);
    }
}
