package io.leafid.segment.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardingSegmentStoreTest {

    @Test
    void forwardsEveryMethodSoThatNoDefaultTakesThePlaceOfTheTarget() {
        List<String> forwarded = names(ForwardingSegmentStore.class.getDeclaredMethods());

        assertThat(forwarded).containsAll(names(IdentifiedStore.class.getMethods()));
    }

    private static List<String> names(Method[] methods) {
        return Arrays.stream(methods)
                .map(method -> method.getName() + Arrays.toString(method.getParameterTypes()))
                .toList();
    }
}
