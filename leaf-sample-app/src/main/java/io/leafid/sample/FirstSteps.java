package io.leafid.sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says on the console what to try, once the application answers. */
@Component
class FirstSteps {

    private static final Logger logger = LoggerFactory.getLogger(FirstSteps.class);

    private final Environment environment;

    FirstSteps(Environment environment) {
        this.environment = environment;
    }

    @EventListener(ApplicationReadyEvent.class)
    void show() {
        logger.info(text(environment.getProperty("local.server.port", "8080")));
    }

    static String text(String port) {
        return """

                The order service is up. Try in another terminal:

                  curl -i -H 'Content-Type: application/json' -d '{"item":"book"}' http://localhost:%1$s/orders
                  curl http://localhost:%1$s/orders/THE-NUMBER-OF-THE-ANSWER
                  curl http://localhost:%1$s/api/segment/get/order
                  curl http://localhost:%1$s/api/snowflake/get/payment
                  curl 'http://localhost:%1$s/api/ids/order?count=5'
                  curl http://localhost:%1$s/actuator/leaf

                and in a browser: http://localhost:%1$s/leaf
                """.formatted(port);
    }
}
