package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.IdEngine;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches when Leaf is not switched off and, if engines are named, each of them is enabled. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnLeafCondition.class)
@interface ConditionalOnLeaf {

    /** Engines that must be enabled. */
    IdEngine[] value() default {};
}
