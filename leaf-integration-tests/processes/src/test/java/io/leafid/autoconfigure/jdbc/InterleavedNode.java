package io.leafid.autoconfigure.jdbc;

import io.leafid.IdGenerator;
import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.databases.LeafSeveralDatabasesAutoConfiguration;
import io.leafid.history.CallLog;
import io.leafid.history.CallRecord;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.specification.EventFile;
import io.leafid.specification.TracedBeans;
import io.leafid.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * A node with the whole of Leaf in a process of its own, whose callers log every id with its call, from its start until the end of standard input.
 * Each byte that comes there before is answered by how many ids are reserved. Arguments: directory for the logs, callers, settings.
 */
final class InterleavedNode {

    static final String TAG = "order";
    static final String READY = "ready";
    static final String RESERVED = "ids in reserve: ";

    /** What is logged of a call that was refused in place of ids. */
    static final long REFUSED = -1;

    private static final int MOST_IDS = 400_000;
    private static final int BATCH = 5;
    private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private InterleavedNode() {}

    /** Begins. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        int callers = Integer.parseInt(args[1]);
        String[] settings = List.of(args).subList(2, args.length).toArray(String[]::new);
        EventFile events = EventFile.of(TAG, "events");
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Leaf.class)
                .initializers(new TracedBeans(events, ""))
                .web(WebApplicationType.NONE)
                .run(settings)) {
            call(context.getBean(SegmentIdGenerator.class), directory, callers);
        }
    }

    private static void call(SegmentIdGenerator ids, Path directory, int callers) throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            CallLog log =
                    CallLog.create(directory.resolve(ProcessHandle.current().pid() + "-" + i), MOST_IDS);
            int count = (i % 2 == 0) ? 1 : BATCH;
            threads.add(new Thread(() -> callUntil(ended, ids, count, log)));
        }
        threads.forEach(Thread::start);
        System.out.println(READY);
        answer(ids);
        ended.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void answer(SegmentIdGenerator ids) throws IOException {
        while (System.in.read() >= 0) {
            System.out.println(RESERVED
                    + ids.status(TAG)
                            .map(SegmentTagStatus::reserve)
                            .orElseThrow()
                            .unused());
        }
    }

    /** Any other error than the typed one ends the caller, and is seen in the output of the process. */
    private static void callUntil(AtomicBoolean ended, IdGenerator ids, int count, CallLog log) {
        TimeSource time = TimeSource.system();
        while (log.hasRoom() && !ended.get()) {
            long begun = System.nanoTime();
            try {
                long[] got = ids.nextIds(TAG, count);
                add(log, got, begun, System.nanoTime());
            } catch (SegmentUnavailableException ex) {
                log.add(new CallRecord(begun, System.nanoTime(), REFUSED, REFUSED));
            }
            time.parkNanos(PACE_NANOS);
        }
    }

    /** Each id by itself, so that none escapes the check. */
    private static void add(CallLog log, long[] ids, long begun, long ended) {
        for (long id : ids) {
            if (log.hasRoom()) {
                log.add(new CallRecord(begun, ended, id, id));
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafSeveralDatabasesAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class
    })
    static class Leaf {}
}
