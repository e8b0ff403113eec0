package io.leafid.sample;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.leafid.data.LeafId;
import io.leafid.publicid.PublicId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;

/**
 * An order as it is stored and shown. Immutable.
 *
 * @param number the key, which comes from a segment; outsiders see a public id, which cannot be guessed or counted
 * @param paymentNumber the number that the customer pays under, from snowflake; text in JSON, since JavaScript loses its digits
 * @param item what was ordered
 * @param quantity how many
 * @param placedAt when
 */
record CustomerOrder(
        @Id @LeafId(TAG) @PublicId(TAG) @Nullable Long number,

        @LeafId("payment") @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Long paymentNumber,

        String item,
        int quantity,
        Instant placedAt) {

    /** Tag of the ids of orders. */
    static final String TAG = "order";
}
