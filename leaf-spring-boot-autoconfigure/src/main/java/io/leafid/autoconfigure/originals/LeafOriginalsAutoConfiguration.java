package io.leafid.autoconfigure.originals;

import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.compat.CacheFile;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Auto-configuration of what concerns originals on the same machine, for worker ids that they have too. */
@AutoConfiguration(afterName = "io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration")
@ConditionalOnBean({LeafProperties.class, NodeIdentity.class, SnowflakeIdGenerator.class})
@ConditionalOnLeaf(sharedWorkerIds = true)
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
}
