package io.leafid.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test whose application gets its ids from the engines that it has enabled, on stores in memory: neither a database nor
 * ZooKeeper nor a row per tag is needed.
 *
 * <p>Segment ids of each tag begin at 1 in each context. Each context of a JVM leases another worker id, so that their
 * snowflake ids differ. The stores are beans, so that a test can let them fail:
 * {@link io.leafid.test.segment.InMemorySegmentStore} and
 * {@link io.leafid.test.workerid.InMemoryWorkerIdRegistry.Holder}. A store or holder of the application itself is not
 * replaced.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface InMemoryLeaf {}
