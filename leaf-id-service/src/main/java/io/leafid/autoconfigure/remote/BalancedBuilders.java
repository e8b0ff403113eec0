package io.leafid.autoconfigure.remote;

import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cloud.client.loadbalancer.LoadBalanced;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;

/**
 * The builders of the application that are {@code @LoadBalanced}: their clients look the host of a URL up as the name of a service,
 * which the host of an id service is not.
 */
final class BalancedBuilders {

    private static final String BALANCED = "org.springframework.cloud.client.loadbalancer.LoadBalanced";

    private BalancedBuilders() {}

    /** Returns whether the application's builder is one of them, or is one of several that include one. */
    static boolean include(ConfigurableListableBeanFactory beans) {
        if (!ClassUtils.isPresent(BALANCED, beans.getBeanClassLoader())) {
            return false;
        }
        return candidates(beans).stream()
                .anyMatch(name -> beans.findAnnotationOnBean(name, LoadBalanced.class) != null);
    }

    private static List<String> candidates(ConfigurableListableBeanFactory beans) {
        try {
            return List.of(beans.resolveNamedBean(RestClient.Builder.class).getBeanName());
        } catch (NoUniqueBeanDefinitionException ex) {
            return List.copyOf(Objects.requireNonNullElse(ex.getBeanNamesFound(), List.of()));
        } catch (NoSuchBeanDefinitionException ex) {
            return List.of();
        }
    }
}
