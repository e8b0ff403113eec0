package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last list of instances serves while the registry is away. */
class CachedInstancesTest {

    private static final Duration INTERVAL = Duration.ofSeconds(30);

    private static final List<ServiceInstance> ONE = List.of(new ServiceInstance("http://a:1", "east"));
    private static final List<ServiceInstance> TWO =
            List.of(new ServiceInstance("http://a:1", "east"), new ServiceInstance("http://b:1", ""));

    private final ManualTime time = new ManualTime();
    private final ManualExecutor background = new ManualExecutor().defer();
    private List<ServiceInstance> registered = ONE;
    private boolean isAway;
    private int asked;

    private CachedInstances cache() {
        return new CachedInstances(this::registry, INTERVAL, background, time);
    }

    private List<ServiceInstance> registry() {
        asked++;
        if (isAway) {
            throw new IllegalStateException("no connection");
        }
        return registered;
    }

    @Test
    void registryIsAskedOncePerIntervalAndNeverByACallThatKnowsAList() {
        CachedInstances cache = cache();
        assertThat(cache.instances()).isEqualTo(ONE);
        registered = TWO;
        assertThat(cache.instances()).isEqualTo(ONE);
        time.advance(INTERVAL);

        assertThat(cache.instances()).as("the call does not wait").isEqualTo(ONE);
        assertThat(asked).isEqualTo(1);
        background.runAll();
        assertThat(cache.instances()).isEqualTo(TWO);
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void lastListServesWhileTheRegistryIsAway() {
        CachedInstances cache = cache();
        cache.instances();
        isAway = true;
        time.advance(INTERVAL);
        cache.instances();
        background.runAll();

        assertThat(cache.instances()).isEqualTo(ONE);
    }

    @Test
    void registryThatHasForgottenAllIsNotBelieved() {
        CachedInstances cache = cache();
        cache.instances();
        registered = List.of();
        time.advance(INTERVAL);
        cache.instances();
        background.runAll();

        assertThat(cache.instances()).isEqualTo(ONE);
    }

    @Test
    void firstRunOfAllFailsWithoutTheRegistry() {
        isAway = true;

        assertThatExceptionOfType(IdServiceException.class)
                .isThrownBy(() -> cache().instances())
                .withMessage("the instances of the id service cannot be looked up: no connection")
                .satisfies(ex -> assertThat(ex.trouble()).isEqualTo(ServiceTrouble.REGISTRY));
    }

    @Test
    void doubtAboutTheListAsksBeforeTheIntervalEnds() {
        CachedInstances cache = cache();
        cache.instances();
        registered = TWO;
        cache.doubt();
        cache.instances();
        background.runAll();

        assertThat(cache.instances()).isEqualTo(TWO);
    }
}
