package io.leafid.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@code CuratorFramework} with which Leaf leases worker ids, where the application has one that it may share. A
 * bean that carries it is used instead of one made from {@code leaf.snowflake.zk}, and is not closed by Leaf.
 *
 * <p>On a bean that nothing else should use, combine it with {@code @Bean(defaultCandidate = false)}.
 */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier public @interface LeafZooKeeper {}
