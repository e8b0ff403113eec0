package io.leafid.data.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/** Reads an id from a string of digits or a whole number; null and absence mean what they mean for a number. Thread-safe. */
final class LeafIdDeserializer extends StdScalarDeserializer<Long> {

    private final JavaType type;

    LeafIdDeserializer(JavaType type) {
        super(type);
        this.type = type;
    }

    @Override
    public Long deserialize(JsonParser parser, DeserializationContext context) {
        if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
            return parser.getLongValue();
        }
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            context.reportInputMismatch(Long.class, "an id is a string of digits or a whole number");
        }
        String text = parser.getString();
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException ex) {
            throw context.weirdStringException(text, Long.class, "an id is a string of digits or a whole number");
        }
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
        return context.findContextualValueDeserializer(type, null).getNullValue(context);
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
        return context.findContextualValueDeserializer(type, null).getAbsentValue(context);
    }
}
