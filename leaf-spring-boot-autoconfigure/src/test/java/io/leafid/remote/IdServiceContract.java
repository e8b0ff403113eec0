package io.leafid.remote;

import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.SegmentStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** The contract of stores, kept over HTTP by a client as it is configured by itself and a service with a real web server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class IdServiceContract extends SegmentStoreContract {

    private final WebApplicationType type;
    private IdService service;
    private ConfigurableApplicationContext client;

    IdServiceContract(WebApplicationType type) {
        this.type = type;
    }

    @BeforeAll
    void start() {
        service =
                new IdService(type, "leaf.web.segments.max-amount=" + Long.MAX_VALUE, "leaf.web.segments.create=true");
        client = IdService.client(service.url());
    }

    @AfterAll
    void stop() {
        client.close();
        service.close();
    }

    @BeforeEach
    void emptyTable() {
        service.jdbc().update("DELETE FROM leaf_alloc");
    }

    @Override
    protected SegmentStore store() {
        return client.getBean(SegmentStore.class);
    }

    @Override
    protected void putRow(String tag, long maxId, long step) {
        service.putRow(tag, maxId, step);
    }

    @Override
    protected void deleteRow(String tag) {
        service.deleteRow(tag);
    }

    @Override
    protected long maxId(String tag) {
        return service.maxId(tag);
    }

    @Override
    protected void letTimePass() {
        service.jdbc().update("UPDATE leaf_alloc SET update_time = DATEADD(SECOND, -1, update_time)");
    }
}
