package io.leafid.benchmarks.segments;

import io.leafid.IdGenerator;
import io.leafid.TextIds;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.textid.LeafTexts;
import io.leafid.textid.TextPattern;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of a text beside the id that it is made of. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class TextCost {

    private static final String ID = "id";

    private static final String INVOICE = "invoice";

    private static final String CHECKED = "checked";

    private static final String COUPON = "coupon";

    /** The engine, on a store in memory. */
    @State(Scope.Benchmark)
    public static class Source {

        private SegmentIdGenerator generator;
        private IdGenerator ids;
        private TextIds texts;

        /** Starts the engine with the first segments allocated. */
        @Setup(Level.Trial)
        public void start(Ledger ledger) {
            generator = LeafSource.open(List.of(ID, INVOICE, CHECKED, COUPON), Duration.ZERO, ledger);
            Map<String, TextSettings> byTag = Map.of(
                    INVOICE, text("INV-{date:yyyyMMdd}-{id:012}"),
                    CHECKED, text("INV-{date:yyyyMMdd}-{id:012}-{check}"),
                    COUPON, text("{id:base36:08}{check:mod37-36}"));
            ids = generator;
            texts = new LeafTexts(byTag, () -> generator, () -> generator, TimeSource.system());
        }

        private static TextSettings text(String pattern) {
            return new TextSettings(TextPattern.of(pattern), TextPeriod.NONE, ZoneId.of("Europe/Berlin"), 1);
        }

        /** Ends the engine's threads. */
        @TearDown(Level.Trial)
        public void close() {
            generator.close();
        }
    }

    /** {@code nextId}. */
    @Benchmark
    public long id(Source source) {
        return source.ids.nextId(ID);
    }

    /** {@code nextText} of a date and an id. */
    @Benchmark
    public String text(Source source) {
        return source.texts.nextText(INVOICE);
    }

    /** The same with check digits. */
    @Benchmark
    public String checkedText(Source source) {
        return source.texts.nextText(CHECKED);
    }

    /** A short code in another base, with a check digit. */
    @Benchmark
    public String coupon(Source source) {
        return source.texts.nextText(COUPON);
    }
}
