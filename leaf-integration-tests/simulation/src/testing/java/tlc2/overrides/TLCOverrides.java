package tlc2.overrides;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tlc2.value.impl.IntValue;
import tlc2.value.impl.RecordValue;
import tlc2.value.impl.StringValue;
import tlc2.value.impl.TupleValue;
import tlc2.value.impl.Value;
import util.UniqueString;

/** The operator by which TLC takes traces from a file, in its own JVM, since its parser would need gigabytes for them. TLC looks for it here. Stateless. */
public final class TLCOverrides implements ITLCOverrides {

    public static final String NAME = "traces.txt";

    private static final String POINTS = "points";

    private static final Value[] NONE = {};

    @Override
    @SuppressWarnings("rawtypes")
    public Class[] get() {
        return new Class[] {TLCOverrides.class};
    }

    /** The traces, each a record of its events and of what their numbers stand for. */
    @TLAPlusOperator(identifier = "AllTraces", module = "MCTraces", warn = false)
    public static Value allTraces() throws IOException {
        List<Value> traces = new ArrayList<>();
        List<Value> events = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(NAME))) {
            String[] words = line.split(" ", -1);
            if (words[0].equals(POINTS)) {
                traces.add(trace(words, events));
                events.clear();
            } else {
                events.add(event(words));
            }
        }
        return tuple(traces);
    }

    private static Value trace(String[] words, List<Value> events) {
        List<Value> points = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            points.add(number(words[i]));
        }
        return record(List.of("events", POINTS), List.of(tuple(events), tuple(points)));
    }

    private static Value event(String[] words) {
        List<String> names = new ArrayList<>(List.of("kind"));
        List<Value> values = new ArrayList<>(List.of(new StringValue(words[0])));
        for (int i = 1; i < words.length; i += 2) {
            names.add(words[i]);
            values.add(number(words[i + 1]));
        }
        return record(names, values);
    }

    private static Value number(String text) {
        return IntValue.gen(Integer.parseInt(text));
    }

    private static Value tuple(List<Value> values) {
        return new TupleValue(values.toArray(NONE));
    }

    private static Value record(List<String> names, List<Value> values) {
        UniqueString[] unique =
                names.stream().map(UniqueString::uniqueStringOf).toArray(UniqueString[]::new);
        return new RecordValue(unique, values.toArray(NONE), false);
    }
}
