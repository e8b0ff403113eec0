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

    /** Begins the last line of a trace. */
    public static final String TRACE = "trace";

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
            if (words[0].equals(TRACE)) {
                traces.add(trace(words, events));
                events.clear();
            } else {
                events.add(record(words, "kind", new StringValue(words[0])));
            }
        }
        return new TupleValue(traces.toArray(NONE));
    }

    private static Value trace(String[] words, List<Value> events) {
        return record(words, "events", new TupleValue(events.toArray(NONE)));
    }

    /** A record of a field and of those that a line names, each with a number, or with several. */
    private static Value record(String[] words, String first, Value value) {
        List<UniqueString> names = new ArrayList<>(List.of(UniqueString.uniqueStringOf(first)));
        List<Value> values = new ArrayList<>(List.of(value));
        for (int i = 1; i < words.length; i++) {
            String[] parts = words[i].split("=", -1);
            names.add(UniqueString.uniqueStringOf(parts[0]));
            values.add(number(parts[1]));
        }
        return new RecordValue(names.toArray(UniqueString[]::new), values.toArray(NONE), false);
    }

    private static Value number(String text) {
        String[] several = text.split(",", -1);
        Value[] values = new Value[several.length];
        for (int i = 0; i < several.length; i++) {
            values[i] = IntValue.gen(Integer.parseInt(several[i]));
        }
        return (several.length == 1) ? values[0] : new TupleValue(values);
    }
}
