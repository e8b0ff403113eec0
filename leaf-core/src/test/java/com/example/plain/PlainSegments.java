package com.example.plain;

import io.leafid.LeafEvent;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/** Segment ids without a framework, from a store of one's own. */
public final class PlainSegments {

    private PlainSegments() {}

    /** Prints ids; the argument is the file of the counter. */
    public static void main(String[] args) {
        Consumer<LeafEvent> events = System.err::println;
        FileStore store = new FileStore("order", Path.of(args[0]));
        try (SegmentIdGenerator ids =
                new SegmentIdGenerator(store, SegmentSettings.DEFAULT, Set.of("order"), null, events)) {
            ids.start();
            System.out.println(ids.nextId("order"));
            System.out.println(ids.nextId("order"));
        }
    }
}
