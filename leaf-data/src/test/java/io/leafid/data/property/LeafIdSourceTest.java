package io.leafid.data.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.leafid.IdGenerator;
import io.leafid.test.RecordingIdGenerator;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** What properties get, also of a mock that people put in the place of a generator. */
class LeafIdSourceTest {

    private static final LeafIdProperty NUMBER = new LeafIdProperty("com.example.Order.id", Long.class, "order");

    private static final LeafIdProperty TEXT = new LeafIdProperty("com.example.Invoice.id", String.class, "invoice");

    private static LeafIdSource sourceOf(IdGenerator ids) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("ids", ids);
        return new LeafIdSource(beans);
    }

    @Test
    void numberOrTextIsWhatThePropertyHolds() {
        LeafIdSource source = sourceOf(new RecordingIdGenerator(0));

        assertThat(source.next(NUMBER)).isEqualTo(0L);
        assertThat(source.next(TEXT)).isEqualTo("0");
        assertThat(source.nextTexts("a.b", "invoice", 2)).containsExactly("1", "2");
    }

    @Test
    void mockThatIsNotStubbedIsNoSourceOfIds() {
        IdGenerator ids = mock(IdGenerator.class);
        LeafIdSource source = sourceOf(ids);

        assertThatIllegalStateException()
                .isThrownBy(() -> source.next(NUMBER))
                .withMessage(
                        "com.example.Order.id gets no id from a mock of IdGenerator whose nextId(\"order\") is not stubbed;"
                                + " stub it, or take new RecordingIdGenerator() of leaf-spring-boot-test as a @TestBean");
        given(ids.nextId("order")).willReturn(7L);

        assertThat(source.next(NUMBER)).isEqualTo(7L);
    }
}
