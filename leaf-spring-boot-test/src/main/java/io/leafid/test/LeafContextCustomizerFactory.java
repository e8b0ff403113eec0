package io.leafid.test;

import java.util.List;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Factory of a customizer for every context of Spring's tests; found by Spring itself. */
final class LeafContextCustomizerFactory implements ContextCustomizerFactory {

    @Override
    public ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configAttributes) {
        return new LeafContextCustomizer(TestContextAnnotationUtils.hasAnnotation(testClass, InMemoryLeaf.class));
    }
}
