package io.leafid.autoconfigure.originals;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.WorkerIdMode;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.compat.CacheFile;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Auto-configuration of what concerns originals on the same machine, for worker ids that they have too. */
@AutoConfiguration(afterName = "io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration")
@ConditionalOnBean({LeafProperties.class, NodeIdentity.class, SnowflakeIdGenerator.class})
@Conditional(LeafOriginalsAutoConfiguration.OnSharedWorkerIds.class)
public final class LeafOriginalsAutoConfiguration {

    @Bean
    CacheFileLifecycle leafOriginalCacheFile(
            LeafProperties properties, Environment environment, NodeIdentity identity) {
        String name = String.valueOf(new LeafEnvironment(environment).nameOf(properties));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "."));
        return new CacheFileLifecycle(
                CacheFile.of(temporary, name, identity.port()),
                properties.snowflake().handBack());
    }

    /** Matches where an identity has its worker id from nodes or rows that originals use too. Stateless. */
    static final class OnSharedWorkerIds extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            LeafEnvironment environment = new LeafEnvironment(context.getEnvironment());
            WorkerIdMode mode = environment.workerIdMode();
            boolean isShared =
                    environment.uses(IdEngine.SNOWFLAKE) && mode.isFixed() && mode.registry() != Registry.DISK;
            return new ConditionOutcome(
                    isShared, "worker ids are%s shared with originals".formatted(isShared ? "" : " not"));
        }
    }
}
