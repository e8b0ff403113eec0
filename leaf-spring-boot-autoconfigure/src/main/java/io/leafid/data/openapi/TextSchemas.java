package io.leafid.data.openapi;

import io.leafid.data.LeafId;
import io.leafid.publicid.PublicId;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.annotation.Annotation;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converter by which springdoc calls an id a string where requests and answers have a text. Thread-safe.
 *
 * @param idsAsStrings whether ids of entities are texts, as {@code leaf.json.ids-as-strings} says
 */
public record TextSchemas(boolean idsAsStrings) implements ModelConverter {

    @Override
    @SuppressWarnings("rawtypes") // as swagger has it
    public @Nullable Schema resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> others) {
        Schema schema = others.hasNext() ? others.next().resolve(type, context, others) : null;
        Annotation[] annotations = type.getCtxAnnotations();
        if (annotations != null) {
            for (Annotation annotation : annotations) {
                if (annotation instanceof PublicId || (idsAsStrings && annotation instanceof LeafId)) {
                    becomeText(schema);
                }
            }
        }
        return schema;
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
