package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.WorkerIdMode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches when this instance gets its worker id in one of the modes named. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnWorkerIdModeCondition.class)
@interface ConditionalOnWorkerIdMode {

    /** The modes. */
    WorkerIdMode[] value();
}
