package io.leafid.data.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.data.LeafId;
import io.leafid.data.property.LeafIdSource;
import io.leafid.test.RecordingIdGenerator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Embedded;
import org.springframework.data.relational.core.mapping.Embedded.OnEmpty;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.Table;

/** The tags of what belongs to an aggregate, without Spring Data's modules that store it. */
class LeafIdAssignerTest {

    private final RecordingIdGenerator ids = new RecordingIdGenerator();

    private final LeafIdAssigner assigner =
            new LeafIdAssigner(() -> Stream.of(new RelationalMappingContext()), source());

    private LeafIdSource source() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("ids", ids);
        return new LeafIdSource(beans);
    }

    /** The same class has another tag in each table that it is embedded in, also as a part of a part. */
    @Test
    void whatIsEmbeddedHasTheTagOfTheTableThatItIsIn() {
        Parcel parcel = assigner.assign(new Parcel(new Address(null, new Label(null))));
        Letter letter = assigner.assign(new Letter(new Address(null, new Label(null))));

        assertThat(ids.issued("shop_parcel"))
                .containsExactly(
                        parcel.address().number(), parcel.address().label().number());
        assertThat(ids.issued("letter"))
                .containsExactly(
                        letter.address().number(), letter.address().label().number());
        assertThat(ids.count()).isEqualTo(4);
    }

    /** They are rows of a table of their own. */
    @Test
    void listWithinWhatIsEmbeddedHasTheTagOfItsOwnTable() {
        Form form = assigner.assign(new Form(new Page(List.of(new Line(null)))));

        assertThat(ids.issued("line"))
                .containsExactly(form.page().lines().get(0).id());
    }

    @Table("Shop_Parcel")
    record Parcel(@Embedded(onEmpty = OnEmpty.USE_EMPTY) Address address) {}

    record Letter(@Embedded(onEmpty = OnEmpty.USE_EMPTY) Address address) {}

    record Address(
            @LeafId @Nullable Long number,
            @Embedded(onEmpty = OnEmpty.USE_EMPTY) Label label) {}

    record Label(@LeafId @Nullable Long number) {}

    record Form(@Embedded(onEmpty = OnEmpty.USE_EMPTY) Page page) {}

    record Page(List<Line> lines) {}

    record Line(@Id @LeafId @Nullable Long id) {}
}
