package com.example.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.testing.PageCode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/start/plain-java.md that uses a database. */
class PlainJdbcTest {

    @TempDir
    Path directory = Path.of("");

    @Test
    void pageLinksToWhatRunsHere() throws IOException {
        assertThat(PageCode.page("start/plain-java.md"))
                .contains("(../../leaf-jdbc/src/test/java/com/example/plain/PlainJdbc.java)");
    }

    @Test
    void whatAProgramHasNotHandedOutIsGivenBack() throws SQLException {
        String url = "jdbc:h2:file:" + directory.resolve("orders") + ";WRITE_DELAY=0";
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            TableName table = new TableName("leaf_alloc");
            statement.execute(SchemaScript.of(SqlDialect.H2).text("leaf_alloc", table));
            // So large that two ids do not make the next range due, whose allocation would leave a gap at the end.
            statement.execute("insert into leaf_alloc (biz_tag, max_id, step) values ('order', 1, 1000000)");
        }

        assertThat(PageCode.printed(PlainJdbc::main, url)).containsExactly("1", "2");
        assertThat(PageCode.printed(PlainJdbc::main, url)).containsExactly("3", "4");
    }

    @Test
    void springsContextIsNotThere() {
        assertThatThrownBy(() -> Class.forName("org.springframework.context.ApplicationContext"))
                .isInstanceOf(ClassNotFoundException.class);
    }
}
