package io.leafid.data.openapi;

import io.leafid.data.LeafId;
import io.leafid.publicid.PublicId;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.lang.annotation.Annotation;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.ParameterCustomizer;
import org.springdoc.core.customizers.PropertyCustomizer;
import org.springframework.core.MethodParameter;

/** Customizer that has springdoc call an id a string where requests and answers have a text. Thread-safe. */
public final class TextSchemas implements PropertyCustomizer, ParameterCustomizer {

    private final boolean idsAsStrings;

    /** Makes a customizer; ids of entities are texts where {@code leaf.json.ids-as-strings} says so. */
    public TextSchemas(boolean idsAsStrings) {
        this.idsAsStrings = idsAsStrings;
    }

    @Override
    @SuppressWarnings("rawtypes") // as springdoc has it
    public @Nullable Schema customize(@Nullable Schema property, AnnotatedType type) {
        Annotation[] annotations = type.getCtxAnnotations();
        if (annotations != null) {
            for (Annotation annotation : annotations) {
                if (annotation instanceof PublicId || (idsAsStrings && annotation instanceof LeafId)) {
                    becomeText(property);
                }
            }
        }
        return property;
    }

    @Override
    public @Nullable Parameter customize(@Nullable Parameter parameter, MethodParameter method) {
        if (parameter != null && method.hasParameterAnnotation(PublicId.class)) {
            becomeText(parameter.getSchema());
        }
        return parameter;
    }

    /** Of a list, an array or a map the elements. */
    private static void becomeText(@Nullable Schema<?> schema) {
        if (schema == null) {
            return;
        }
        becomeText(schema.getItems());
        if (schema.getAdditionalProperties() instanceof Schema<?> values) {
            becomeText(values);
        }
        if ("int64".equals(schema.getFormat())) {
            schema.setType("string");
            schema.setTypes(Set.of("string"));
            schema.setFormat(null);
        }
    }
}
