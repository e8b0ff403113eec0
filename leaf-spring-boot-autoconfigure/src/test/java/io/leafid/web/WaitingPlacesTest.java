package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitingPlacesTest {

    private static int taken(WaitingPlaces places, String tag) {
        int taken = 0;
        while (places.tryEnter(tag)) {
            taken++;
        }
        return taken;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 2", "4, 2", "100, 50"})
    void oneTagAloneTakesHalf(int all, int half) {
        assertThat(taken(new WaitingPlaces(all), "order")).isEqualTo(half);
    }

    @Test
    void eachFurtherTagTakesHalfOfWhatIsLeftAndOneThatHoldsNoneTheLastPlace() {
        WaitingPlaces places = new WaitingPlaces(16);

        assertThat(taken(places, "a")).isEqualTo(8);
        assertThat(taken(places, "b")).isEqualTo(4);
        assertThat(taken(places, "c")).isEqualTo(2);
        assertThat(taken(places, "d")).isEqualTo(1);
        assertThat(taken(places, "e")).isEqualTo(1);
        assertThat(taken(places, "f")).isZero();
    }

    @Test
    void placeThatIsGivenBackIsFreeForAnyTag() {
        WaitingPlaces places = new WaitingPlaces(4);
        assertThat(taken(places, "a")).isEqualTo(2);
        places.leave("a");
        assertThat(taken(places, "b")).as("3 are free").isEqualTo(2);
        places.leave("a");
        places.leave("b");
        places.leave("b");

        assertThat(taken(places, "a")).isEqualTo(2);
    }
}
