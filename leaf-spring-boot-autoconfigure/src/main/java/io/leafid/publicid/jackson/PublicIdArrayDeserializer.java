package io.leafid.publicid.jackson;

import io.leafid.publicid.PublicIds;
import java.util.stream.LongStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/** Reads an array of ids from public ids of one tag. Thread-safe. */
final class PublicIdArrayDeserializer extends StdDeserializer<long[]> {

    private final PublicIds publicIds;
    private final String tag;

    PublicIdArrayDeserializer(PublicIds publicIds, String tag) {
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
            ids.add(PublicIdDeserializer.read(parser, publicIds, tag));
        }
        return ids.build().toArray();
    }

    @Override
    public Object deserializeWithType(JsonParser parser, DeserializationContext context, TypeDeserializer types) {
        return types.deserializeTypedFromArray(parser, context);
    }
}
