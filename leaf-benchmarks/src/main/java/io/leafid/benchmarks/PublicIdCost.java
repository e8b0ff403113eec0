package io.leafid.benchmarks;

import io.leafid.publicid.AesPublicIds;
import io.leafid.publicid.PublicIdKeys;
import io.leafid.publicid.PublicIds;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.hashids.Hashids;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.sqids.Sqids;

/**
 * Cost of a public id, beside Sqids and Hashids, which hide an id and do not protect it. Every call has another id, of the ten digits
 * that all three can write.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class PublicIdCost {

    private static final String TAG = "order";

    private static final long FIRST = 1_000_000_000L;

    /** The texts of the readers; a power of two. */
    private static final int TEXTS = 1_024;

    /** State that all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {

        private final PublicIds leaf = publicIds(1);
        private final PublicIds leafWithThreeKeys = publicIds(3);
        private final Sqids sqids = Sqids.builder().minLength(PublicIds.LENGTH).build();
        private final Hashids hashids = new Hashids("salt", PublicIds.LENGTH);
        private final String[] leafTexts = new String[TEXTS];
        private final String[] sqidsTexts = new String[TEXTS];
        private final String[] hashidsTexts = new String[TEXTS];

        /** Makes the texts that are read. */
        public Shared() {
            for (int i = 0; i < TEXTS; i++) {
                leafTexts[i] = leaf.encode(TAG, FIRST + i);
                sqidsTexts[i] = sqids.encode(List.of(FIRST + i));
                hashidsTexts[i] = hashids.encode(FIRST + i);
            }
        }

        private static PublicIds publicIds(int keys) {
            Map<String, String> all = Map.of(
                    "k1", "4d1f09a7c3e8625b97d04f6e21bc8a53f60e7d39a1c4b8825e13df7690ab2c48",
                    "k2", "5e2a18b6d4f9736ca8e15f7032cd9b64a71f8e4ab2d5c9936f24e087a1bc3d59",
                    "k3", "6f3b27c5e50a847db9f26081437eac75b8209f5bc3e6daa47035f198b2cd4e6a");
            return new AesPublicIds(PublicIdKeys.parse("k1", (keys == 1) ? Map.of("k1", all.get("k1")) : all));
        }
    }

    /** The ids of one thread. */
    @State(Scope.Thread)
    public static class Ids {

        private long next = FIRST;

        private long id() {
            return next++;
        }

        private int index() {
            return (int) (next++ & (TEXTS - 1));
        }
    }

    /** {@code PublicIds.encode}, with a key of 256 bits. */
    @Benchmark
    public String encodeLeaf(Shared shared, Ids ids) {
        return shared.leaf.encode(TAG, ids.id());
    }

    /** Sqids. */
    @Benchmark
    public String encodeSqids(Shared shared, Ids ids) {
        return shared.sqids.encode(List.of(ids.id()));
    }

    /** Hashids. */
    @Benchmark
    public String encodeHashids(Shared shared, Ids ids) {
        return shared.hashids.encode(ids.id());
    }

    /** {@code PublicIds.decode}. */
    @Benchmark
    public long decodeLeaf(Shared shared, Ids ids) {
        return shared.leaf.decode(TAG, shared.leafTexts[ids.index()]);
    }

    /** {@code PublicIds.decode} amid a change of keys. */
    @Benchmark
    public long decodeLeafWithThreeKeys(Shared shared, Ids ids) {
        return shared.leafWithThreeKeys.decode(TAG, shared.leafTexts[ids.index()]);
    }

    /** Sqids. */
    @Benchmark
    public long decodeSqids(Shared shared, Ids ids) {
        return shared.sqids.decode(shared.sqidsTexts[ids.index()]).get(0);
    }

    /** Hashids. */
    @Benchmark
    public long decodeHashids(Shared shared, Ids ids) {
        return shared.hashids.decode(shared.hashidsTexts[ids.index()])[0];
    }
}
