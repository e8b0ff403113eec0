package io.leafid.autoconfigure;

import io.leafid.autoconfigure.identity.LeaseKeeperFactory;
import io.leafid.autoconfigure.identity.WorkerIdFailures;
import io.leafid.snowflake.SnowflakeIdGenerator;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;

/** The life of the snowflake generator with its context. Thread-safe. */
final class SnowflakeLifecycle extends LeafLifecycle {

    private final ObjectProvider<SnowflakeIdGenerator> generator;
    private final Supplier<WorkerIdFailures> failures;

    SnowflakeLifecycle(
            ApplicationContext context,
            ObjectProvider<SnowflakeIdGenerator> generator,
            Supplier<WorkerIdFailures> failures) {
        super(context);
        this.generator = generator;
        this.failures = failures;
    }

    @Override
    void resume() {
        generator.ifAvailable(stopped -> LeaseKeeperFactory.restart(stopped, failures.get()));
    }

    @Override
    void pause() {
        generator.ifAvailable(SnowflakeIdGenerator::stop);
    }

    @Override
    void close() {
        generator.ifAvailable(SnowflakeIdGenerator::close);
    }
}
