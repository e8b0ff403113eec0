package io.leafid.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@code DataSource} in which Leaf reserves ids, where the application has more than one.
 *
 * <p>On a bean that nothing else should use, combine it with {@code @Bean(defaultCandidate = false)}. A bean that carries
 * it is used instead of one made from {@code leaf.jdbc.url}.
 */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier public @interface LeafDataSource {}
