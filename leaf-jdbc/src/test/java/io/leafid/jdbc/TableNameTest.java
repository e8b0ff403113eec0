package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"leaf_alloc", "ids.leaf_alloc", "LEAF", "_x", "a1$", "x"})
    void identifierWithOptionalSchemaIsATableName(String name) {
        assertThat(new TableName(name)).hasToString(name);
    }

    @Test
    void schemaIsWhatStandsBeforeTheDot() {
        assertThat(new TableName("ids.leaf_alloc").schema()).isEqualTo("ids");
        assertThat(new TableName("ids.leaf_alloc").table()).isEqualTo("leaf_alloc");
        assertThat(new TableName("leaf_alloc").schema()).isNull();
        assertThat(new TableName("leaf_alloc").table()).isEqualTo("leaf_alloc");
    }

    @Test
    void longestNameIsTaken() {
        String longest = "a".repeat(63);

        assertThat(new TableName(longest + "." + longest).schema()).isEqualTo(longest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1a",
                "leaf alloc",
                "leaf;drop table x",
                "leaf_alloc--",
                "`leaf`",
                "\"leaf\"",
                "a.b.c",
                ".a",
                "a.",
                "leaf-alloc",
                "leaf_alloc\n",
                "a234567890123456789012345678901234567890123456789012345678901234"
            })
    void whatCouldNotStandUnquotedIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TableName(name))
                .withMessage("'" + name + "' is not a table name; write an unquoted identifier of letters, digits, '_' "
                        + "and '$', at most 63 characters, optionally with a schema: leaf_alloc or ids.leaf_alloc");
    }
}
