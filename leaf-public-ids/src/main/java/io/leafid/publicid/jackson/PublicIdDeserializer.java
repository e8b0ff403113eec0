package io.leafid.publicid.jackson;

import io.leafid.publicid.InvalidPublicIdException;
import io.leafid.publicid.PublicIds;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/** Reads an id from a public id of one tag; null and absence mean what they mean for a number. Thread-safe. */
final class PublicIdDeserializer extends StdScalarDeserializer<Long> {

    private final PublicIds publicIds;
    private final String tag;
    private final JavaType type;

    PublicIdDeserializer(PublicIds publicIds, String tag, JavaType type) {
        super(type);
        this.publicIds = publicIds;
        this.tag = tag;
        this.type = type;
    }

    @Override
    public Long deserialize(JsonParser parser, DeserializationContext context) {
        return read(parser, publicIds, tag);
    }

    static long read(JsonParser parser, PublicIds publicIds, String tag) {
        if (!parser.hasToken(JsonToken.VALUE_STRING)) {
            throw noText(parser, tag);
        }
        return decode(parser, publicIds, tag, parser.getString());
    }

    static long decode(JsonParser parser, PublicIds publicIds, String tag, String text) {
        try {
            return publicIds.decode(tag, text);
        } catch (InvalidPublicIdException ex) {
            throw DatabindException.from(parser, ex.getMessage(), ex);
        }
    }

    /** The failure for a number, or whatever else stands in place of a text. */
    static DatabindException noText(JsonParser parser, String tag) {
        InvalidPublicIdException failure =
                new InvalidPublicIdException(tag, "it is no text of %s characters".formatted(PublicIds.LENGTH));
        return DatabindException.from(parser, failure.getMessage(), failure);
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
        return context.findContextualValueDeserializer(type, null).getNullValue(context);
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
        return context.findContextualValueDeserializer(type, null).getAbsentValue(context);
    }

    /** Reads an array of ids from public ids of one tag. Thread-safe. */
    static final class OfArray extends StdDeserializer<long[]> {

        private final PublicIds publicIds;
        private final String tag;

        OfArray(PublicIds publicIds, String tag) {
            super(long[].class);
            this.publicIds = publicIds;
            this.tag = tag;
        }

        @Override
        public long[] deserialize(JsonParser parser, DeserializationContext context) {
            if (!parser.isExpectedStartArrayToken()) {
                context.reportInputMismatch(long[].class, "public ids are an array of texts");
            }
            LongStream.Builder ids = LongStream.builder();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                ids.add(read(parser, publicIds, tag));
            }
            return ids.build().toArray();
        }

        @Override
        public Object deserializeWithType(JsonParser parser, DeserializationContext context, TypeDeserializer types) {
            return types.deserializeTypedFromArray(parser, context);
        }
    }
}
