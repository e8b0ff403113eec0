package io.leafid.autoconfigure;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Beans that the application has marked for Leaf. Stateless.
 *
 * <p>Boot's {@code @ConditionalOnMissingBean} overlooks beans that are no default candidates, which a marked one may be.
 */
final class MarkedBeans {

    private MarkedBeans() {}

    /** Returns whether a bean of a type carries a mark; makes none. */
    static boolean exist(@Nullable ListableBeanFactory beans, Class<?> type, Class<? extends Annotation> mark) {
        return beans != null
                && Arrays.stream(beans.getBeanNamesForType(type, true, false))
                        .anyMatch(name -> beans.findAnnotationOnBean(name, mark, false) != null);
    }
}
