package io.leafid.integration.jpa;

import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A process that stores one entity and prints its id. */
final class PreparedApplication {

    private PreparedApplication() {}

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(JpaApplication.class, args)) {
            Shapes.Purchase saved = context.getBean(Purchases.class).save(new Shapes.Purchase("book"));
            System.out.println("stored " + saved.id + ", prepared " + AotDetector.useGeneratedArtifacts());
        }
    }
}
