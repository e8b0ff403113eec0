package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.NodeIdentity;
import org.junit.jupiter.api.Test;

/** What the columns of a row say about whose it is. */
class RowOwnerTest {

    private static final NodeIdentity IDENTITY = new NodeIdentity("fe80::1", 8080);

    @Test
    void identityIsReadFromTheKeyOfEitherMode() {
        assertThat(RowOwner.fixed(IDENTITY)).isEqualTo(new RowOwner("fe80::1", "8080", "[fe80::1]:8080"));
        assertThat(RowOwner.leasing(IDENTITY, 17)).isEqualTo(new RowOwner("fe80::1", "8080", "[fe80::1]:8080#17"));
        assertThat(RowOwner.identityIn("[fe80::1]:8080", 17)).isEqualTo("[fe80::1]:8080");
        assertThat(RowOwner.identityIn("[fe80::1]:8080#17", 17)).isEqualTo("[fe80::1]:8080");
        assertThat(RowOwner.identityIn("[fe80::1]:8080#17", 7))
                .as("of another worker id")
                .isEqualTo("[fe80::1]:8080#17");
    }

    @Test
    void recordBelongsToNoInstance() {
        assertThat(RowOwner.ofRecord("layout")).isEqualTo(new RowOwner("", "", "layout"));
    }
}
