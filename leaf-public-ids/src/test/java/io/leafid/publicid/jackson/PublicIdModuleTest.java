package io.leafid.publicid.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.leafid.publicid.AesPublicIds;
import io.leafid.publicid.InvalidPublicIdException;
import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIdKeys;
import io.leafid.publicid.PublicIds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

class PublicIdModuleTest {

    private static final PublicIds PUBLIC_IDS =
            new AesPublicIds(PublicIdKeys.parse("k", Map.of("k", "57e61a8925dc6c56fff914277968f47b")));

    private static final String ORDER_7 = PUBLIC_IDS.encode("order", 7);
    private static final String ORDER_8 = PUBLIC_IDS.encode("order", 8);
    private static final String CUSTOMER_7 = PUBLIC_IDS.encode("customer", 7);

    private final JsonMapper mapper =
            JsonMapper.builder().addModule(new PublicIdModule(PUBLIC_IDS)).build();

    record Order(
            @PublicId("order") long number,
            @PublicId("customer") @Nullable Long customer,
            long amount) {}

    record Many(
            @PublicId("order") List<Long> list,
            @PublicId("order") Set<Long> set,
            @PublicId("order") Optional<Long> optional,
            @PublicId("order") Map<String, Long> byName) {}

    static class OnArrays {

        @PublicId("order")
        public Long[] array = {};

        @PublicId("order")
        public long[] numbers = {};
    }

    static class OnField {

        @PublicId("order")
        public long number;
    }

    static class OnPrivateField {

        @PublicId("order")
        private @Nullable Long number;

        public @Nullable Long getNumber() {
            return number;
        }

        public void setNumber(@Nullable Long number) {
            this.number = number;
        }
    }

    static class OnMethods {

        private long number;

        @PublicId("order")
        public long getNumber() {
            return number;
        }

        public void setNumber(long number) {
            this.number = number;
        }
    }

    record OnInt(@PublicId("order") int number) {}

    record OnText(@PublicId("order") List<String> numbers) {}

    @Test
    void recordIsWrittenAndRead() {
        Order order = new Order(7, 7L, 7);
        String json = "{\"number\":\"%s\",\"customer\":\"%s\",\"amount\":7}".formatted(ORDER_7, CUSTOMER_7);

        assertThat(mapper.readTree(mapper.writeValueAsString(order))).isEqualTo(mapper.readTree(json));
        assertThat(mapper.readValue(json, Order.class)).isEqualTo(order);
    }

    @Test
    void containersAreWrittenAndRead() {
        Many many = new Many(Arrays.asList(7L, null, 8L), Set.of(7L), Optional.of(7L), Map.of("a", 8L));
        String json = """
                {"list":["%1$s",null,"%2$s"],"set":["%1$s"],"optional":"%1$s","byName":{"a":"%2$s"}}""".formatted(ORDER_7, ORDER_8);

        assertThat(mapper.readTree(mapper.writeValueAsString(many))).isEqualTo(mapper.readTree(json));
        assertThat(mapper.readValue(json, Many.class)).isEqualTo(many);
    }

    @Test
    void arraysAreWrittenAndRead() {
        String json = "{\"array\":[\"%2$s\"],\"numbers\":[\"%1$s\",\"%2$s\"]}".formatted(ORDER_7, ORDER_8);

        OnArrays read = mapper.readValue(json, OnArrays.class);

        assertThat(read.array).containsExactly(8L);
        assertThat(read.numbers).containsExactly(7, 8);
        assertThat(mapper.readTree(mapper.writeValueAsString(read))).isEqualTo(mapper.readTree(json));
    }

    @Test
    void emptyContainersStayEmpty() {
        Many many = new Many(List.of(), Set.of(), Optional.empty(), Map.of());

        assertThat(mapper.readValue(mapper.writeValueAsString(many), Many.class))
                .isEqualTo(many);
        assertThat(mapper.readValue("{\"array\":[],\"numbers\":[]}", OnArrays.class).numbers)
                .isEmpty();
    }

    @Test
    void annotationCountsOnFieldsAndMethods() {
        String json = "{\"number\":\"%s\"}".formatted(ORDER_7);

        assertThat(mapper.readValue(json, OnField.class).number).isEqualTo(7);
        assertThat(mapper.readValue(json, OnPrivateField.class).getNumber()).isEqualTo(7);
        assertThat(mapper.readValue(json, OnMethods.class).getNumber()).isEqualTo(7);
        assertThat(mapper.writeValueAsString(mapper.readValue(json, OnField.class)))
                .isEqualTo(json);
        assertThat(mapper.writeValueAsString(mapper.readValue(json, OnPrivateField.class)))
                .isEqualTo(json);
        assertThat(mapper.writeValueAsString(mapper.readValue(json, OnMethods.class)))
                .isEqualTo(json);
    }

    @Test
    void nullAndAbsenceMeanWhatTheyMeanForNumbers() {
        JsonMapper lenient = mapper.rebuild()
                .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .build();
        String number = "\"number\":\"%s\"".formatted(ORDER_7);

        assertThat(mapper.readValue("{%s,\"customer\":null,\"amount\":1}".formatted(number), Order.class)
                        .customer())
                .isNull();
        assertThat(mapper.readValue("{%s,\"amount\":1}".formatted(number), Order.class)
                        .customer())
                .isNull();
        assertThat(mapper.writeValueAsString(new Order(7, null, 1))).contains("\"customer\":null");
        assertThat(lenient.readValue("{\"number\":null}", Order.class).number()).isZero();
        assertThatExceptionOfType(MismatchedInputException.class)
                .isThrownBy(() -> mapper.readValue("{\"number\":null,\"amount\":1}", Order.class));
        assertThatExceptionOfType(MismatchedInputException.class)
                .isThrownBy(() -> mapper.readValue("{\"number\":null}", OnField.class));
        assertThat(mapper.readValue("{}", OnField.class).number).isZero();
    }

    @Test
    void textOfAnotherTagIsRefusedAndNotRepeated() {
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(
                        () -> mapper.readValue("{\"number\":\"%s\",\"amount\":1}".formatted(CUSTOMER_7), Order.class))
                .withMessageStartingWith("not a public id of tag 'order': ")
                .withCauseInstanceOf(InvalidPublicIdException.class)
                .satisfies(ex -> assertThat(ex.getMessage()).doesNotContain(CUSTOMER_7));
    }

    @Test
    void numberInPlaceOfTextIsRefused() {
        for (String value : List.of("7", "7.0", "true", "[]", "{}", "\"\"", "\"7\"")) {
            assertThatExceptionOfType(JacksonException.class)
                    .as(value)
                    .isThrownBy(() -> mapper.readValue("{\"number\":%s,\"amount\":1}".formatted(value), Order.class));
        }
        for (String value : List.of("7", "[7]", "[null]", "\"x\"")) {
            assertThatExceptionOfType(JacksonException.class)
                    .as(value)
                    .isThrownBy(() -> mapper.readValue("{\"numbers\":%s}".formatted(value), OnArrays.class));
        }
    }

    @Test
    void annotationOnAnotherTypeIsRefused() {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> mapper.writeValueAsString(new OnInt(7)))
                .withMessageContaining("@PublicId(\"order\") is on number of type int; it belongs on long, Long");
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> mapper.readValue("{\"numbers\":[]}", OnText.class))
                .withMessageContaining("java.util.List<java.lang.String>");
    }

    record OnKeys(@PublicId("order") Map<Long, Long> amounts) {}

    record OnAnyKeys(@PublicId("order") Map<Object, Long> amounts) {}

    @Test
    void mapWhoseKeysWouldBeWrittenAsNumbersIsRefused() {
        for (Object each : List.of(new OnKeys(Map.of(987_654_321L, 1L)), new OnAnyKeys(Map.of(987_654_321L, 1L)))) {
            assertThatExceptionOfType(InvalidDefinitionException.class)
                    .isThrownBy(() -> mapper.writeValueAsString(each))
                    .withMessageContaining("a map of Long whose keys are no numbers");
            assertThatExceptionOfType(InvalidDefinitionException.class)
                    .isThrownBy(() -> mapper.readValue("{\"amounts\":{}}", each.getClass()));
        }
    }

    record OrderId(@JsonValue @PublicId("order") long value) {}

    static final class OnConstructor {

        private final long value;

        @JsonCreator
        OnConstructor(@PublicId("order") Long value) {
            this.value = value;
        }
    }

    record Line(OrderId order, Map<OrderId, Integer> amounts) {}

    record OnValueOfMany(@JsonValue @PublicId("order") List<Long> values) {}

    static final class OnConstructorOfMany {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        @SuppressWarnings("unused")
        OnConstructorOfMany(@PublicId("order") List<Long> values) {}
    }

    static final class OnConstructorOfText {

        @JsonCreator
        @SuppressWarnings("unused")
        OnConstructorOfText(@PublicId("order") String value) {}
    }

    static final class OnAnyProperty {

        private final Map<String, Long> numbers = new HashMap<>();

        @JsonAnySetter
        @PublicId("order")
        void set(String name, long number) {
            numbers.put(name, number);
        }
    }

    @Test
    void classThatWrapsAnIdIsWrittenAndRead() {
        Line line = new Line(new OrderId(7), Map.of(new OrderId(8), 2));
        String json = "{\"order\":\"%s\",\"amounts\":{\"%s\":2}}".formatted(ORDER_7, ORDER_8);

        assertThat(mapper.readTree(mapper.writeValueAsString(line))).isEqualTo(mapper.readTree(json));
        assertThat(mapper.readValue("\"%s\"".formatted(ORDER_7), OrderId.class)).isEqualTo(new OrderId(7));
        assertThat(mapper.readValue("\"%s\"".formatted(ORDER_7), OnConstructor.class).value)
                .isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"7\"", "7.0", "18446744073709551616", "true", "[7]", "{\"value\":7}"})
    void classThatWrapsAnIdIsNotReadFromTheNumber(String json) {
        assertThatExceptionOfType(JacksonException.class).isThrownBy(() -> mapper.readValue(json, OrderId.class));
        assertThatExceptionOfType(JacksonException.class).isThrownBy(() -> mapper.readValue(json, OnConstructor.class));
    }

    /** Jackson reads such a key by a text alone. */
    @Test
    void keyThatWrapsAnIdIsNotRead() {
        assertThatExceptionOfType(JacksonException.class)
                .isThrownBy(() ->
                        mapper.readValue("{\"order\":\"%s\",\"amounts\":{\"7\":2}}".formatted(ORDER_7), Line.class));
    }

    @Test
    void classThatWrapsSomethingElseIsRefused() {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> mapper.writeValueAsString(new OnValueOfMany(List.of(7L))));
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> mapper.readValue("[7]", OnConstructorOfMany.class));
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> mapper.readValue("\"7\"", OnConstructorOfText.class))
                .withMessageContaining("an instance that is made of nothing else is made of a long or Long");
    }

    @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "number")
    record Node(@PublicId("order") long number) {}

    /** The second one would be written as the number. */
    @Test
    void identityOfAnInstanceIsRefused() {
        Node node = new Node(7);

        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> mapper.writeValueAsString(List.of(node, node)))
                .withMessageContaining("the identity of an instance (@JsonIdentityInfo) is written as the number");
    }

    @Test
    void setterOfAnyPropertyReadsPublicIds() {
        assertThat(mapper.readValue("{\"a\":\"%s\"}".formatted(ORDER_7), OnAnyProperty.class).numbers)
                .containsExactly(Map.entry("a", 7L));
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> mapper.readValue("{\"a\":7}", OnAnyProperty.class));
    }

    @Test
    void withoutPublicIdsNothingIsWrittenAsNumber() {
        JsonMapper without = JsonMapper.builder()
                .addModule(new PublicIdModule(() -> {
                    throw new IllegalStateException("there are no keys");
                }))
                .build();

        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> without.writeValueAsString(new Order(7, 7L, 7)))
                .withStackTraceContaining("there are no keys");
        assertThat(without.writeValueAsString(List.of(7L))).isEqualTo("[7]");
    }
}
