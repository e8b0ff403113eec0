package io.leafid.data.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.data.LeafId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.std.NullSerializer;

class LeafIdModuleTest {

    private static final long ID = 2_061_538_304_229_310_465L;

    private final JsonMapper mapper =
            JsonMapper.builder().addModule(new LeafIdModule()).build();

    static class Order {

        @LeafId
        public @Nullable Long id;

        public long amount;
    }

    record Line(@LeafId("line") long id, @LeafId String text) {}

    static class Hidden {

        @LeafId
        @JsonSerialize(using = NullSerializer.class)
        public long id;
    }

    private static Order order(@Nullable Long id) {
        Order order = new Order();
        order.id = id;
        order.amount = 7;
        return order;
    }

    @Test
    void idIsWrittenAsAStringAndNothingElseIs() {
        assertThat(mapper.writeValueAsString(order(ID))).isEqualTo("{\"amount\":7,\"id\":\"2061538304229310465\"}");
        assertThat(mapper.writeValueAsString(order(null))).isEqualTo("{\"amount\":7,\"id\":null}");
        assertThat(mapper.writeValueAsString(new Line(ID, "a")))
                .isEqualTo("{\"id\":\"2061538304229310465\",\"text\":\"a\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"2061538304229310465\"", "2061538304229310465"})
    void idIsReadFromBoth(String value) {
        assertThat(mapper.readValue("{\"id\":%s}".formatted(value), Order.class).id)
                .isEqualTo(ID);
        assertThat(mapper.readValue("{\"id\":%s,\"text\":\"a\"}".formatted(value), Line.class))
                .isEqualTo(new Line(ID, "a"));
    }

    @Test
    void nullIsNoId() {
        assertThat(mapper.readValue("{\"id\":null}", Order.class).id).isNull();
        assertThat(mapper.readValue("{}", Order.class).id).isNull();
    }

    @Test
    void whatIsNoIdIsRefused() {
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> mapper.readValue("{\"id\":\"x\"}", Order.class));
    }

    @Test
    void whatAnotherAnnotationSaysComesFirst() {
        assertThat(mapper.writeValueAsString(new Hidden())).isEqualTo("{\"id\":null}");
    }
}
