package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.Tags;
import io.leafid.UnknownTagException;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.test.segment.SegmentStoreContract;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** The contract of stores, kept over HTTP by a client as it is configured by itself and a service with a real web server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class IdServiceContract extends SegmentStoreContract {

    /** The most that a service can be set to grant. */
    private static final long MOST = TagRow.MAX_STEP;

    private final WebApplicationType type;
    private IdService service;
    private ConfigurableApplicationContext client;
    private int test;

    IdServiceContract(WebApplicationType type) {
        this.type = type;
    }

    @BeforeAll
    void start() {
        service = new IdService(type, "leaf.web.segments.max-amount=" + MOST, "leaf.web.segments.create=true");
        client = IdService.client(service.url());
    }

    @AfterAll
    void stop() {
        client.close();
        service.close();
    }

    @BeforeEach
    void emptyTable() {
        test++;
        service.jdbc().update("DELETE FROM leaf_alloc");
    }

    @Override
    protected SegmentStore store() {
        return new WithTagsOfEachTest(client.getBean(SegmentStore.class));
    }

    @Override
    protected SegmentStore storeOfAnotherNode() {
        return store();
    }

    @Override
    protected void putRow(String tag, long maxId, long step) {
        if (step < 1) { // a service does not begin with such a row, and goes on if one becomes so
            service.putRow(named(tag), maxId, 1);
            service.bean(SegmentIdGenerator.class).sequence(named(tag));
        }
        service.putRow(named(tag), maxId, step);
    }

    @Override
    protected void deleteRow(String tag) {
        service.deleteRow(named(tag));
    }

    @Override
    protected long maxId(String tag) {
        return service.maxId(named(tag));
    }

    @Override
    protected void letTimePass() {
        service.jdbc().update("UPDATE leaf_alloc SET update_time = DATEADD(SECOND, -1, update_time)");
    }

    /** A tag that no test before has used: a service remembers what it has granted, and refuses a row that stands below. */
    private String named(String tag) {
        return (tag.length() == Tags.MAX_LENGTH) ? tag : prefix() + tag;
    }

    private String prefix() {
        return test + "-";
    }

    /** A client of the same service whose tags are those of one test. */
    private final class WithTagsOfEachTest extends ForwardingSegmentStore {

        WithTagsOfEachTest(SegmentStore client) {
            super(client);
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            try {
                return super.allocate(named(tag), Math.min(amount, MOST), floor);
            } catch (UnknownTagException ex) {
                assertThat(ex.tag()).isEqualTo(named(tag));
                throw new UnknownTagException(tag, String.valueOf(ex.getMessage()), ex);
            }
        }

        @Override
        public Optional<TagRow> find(String tag) {
            return super.find(named(tag)).map(this::plain);
        }

        @Override
        public List<TagRow> findAll() {
            return super.findAll().stream().map(this::plain).toList();
        }

        private TagRow plain(TagRow row) {
            String tag = row.tag().startsWith(prefix()) ? row.tag().substring(prefix().length()) : row.tag();
            return new TagRow(tag, row.maxId(), row.step());
        }

        @Override
        public boolean create(String tag, int step, long initialId) {
            return super.create(named(tag), step, initialId);
        }

        @Override
        public boolean giveBack(String tag, long first, long end) {
            return super.giveBack(named(tag), first, end);
        }
    }
}
