package io.leafid.publicid.jackson;

import io.leafid.publicid.PublicIds;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes an array of ids as public ids of one tag. Thread-safe. */
final class PublicIdArraySerializer extends StdSerializer<long[]> {

    private final PublicIds publicIds;
    private final String tag;

    PublicIdArraySerializer(PublicIds publicIds, String tag) {
        super(long[].class);
        this.publicIds = publicIds;
        this.tag = tag;
    }

    @Override
    public void serialize(long[] ids, JsonGenerator generator, SerializationContext context) {
        generator.writeStartArray(ids, ids.length);
        for (long id : ids) {
            generator.writeString(publicIds.encode(tag, id));
        }
        generator.writeEndArray();
    }

    @Override
    public boolean isEmpty(SerializationContext context, long[] ids) {
        return ids.length == 0;
    }
}
