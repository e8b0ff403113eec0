package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.jdbc.UnsafeTableException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the store refuses, where exactly, and what it says of itself; on a database without a server. */
class SegmentTableRulesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final String SMALL_TABLE = "CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) PRIMARY KEY, max_id INT, "
            + "step INT, description VARCHAR(256), update_time TIMESTAMP)";

    private final TestDatabase database = TestDatabase.h2().with(JdbcSegmentStore.DEFAULT_TABLE);
    private final JdbcSegmentStore store = storeOn(database, FailoverPolicy.goOn());

    @TempDir
    private Path directory;

    private static JdbcSegmentStore storeOn(TestDatabase database, FailoverPolicy failover) {
        return new JdbcSegmentStore(
                database.unpooled(), database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT, failover);
    }

    @Test
    void smallestNumbersAreTakenAndThoseBelowRefused() {
        assertThat(store.create("order", 1, 0)).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> store.create("user", 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> store.create("user", 1, -1));

        assertThat(store.allocate("order", 10, 0).first()).isZero();
        assertThat(store.giveBack("order", 0, 10)).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> store.giveBack("order", -1, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> store.giveBack("order", 10, 10));
        assertThat(store.find("order"))
                .hasValueSatisfying(row -> assertThat(row.maxId()).isZero());
    }

    @Test
    void refusalSaysWhereTheRangesEndAndWhatWasWanted() {
        store.create("order", 1, 0);
        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> store.allocate("order", new Lift(10, 0, 0, 5)))
                .withMessage(
                        "tag 'order' is used up: max_id=0 in table leaf_alloc cannot grow by 10, the last id is 4");

        store.allocate("order", 100, 0);
        assertThatExceptionOfType(IdsExhaustedException.class)
                .as("it stands just where it must not stand below")
                .isThrownBy(() -> store.allocate("order", new Lift(10, 100, 991, 1_000)))
                .withMessage("tag 'order' is used up: max_id=100 in table leaf_alloc cannot grow by 10 above 991, "
                        + "the last id is 999");
    }

    @Test
    void saysWhatItIs() {
        JdbcSegmentStore onDisk =
                storeOn(TestDatabase.sqlite(directory).with(JdbcSegmentStore.DEFAULT_TABLE), FailoverPolicy.goOn());

        assertThat(store.name()).isEqualTo("jdbc");
        assertThat(store.identity()).as("it begins anew with each process").isEmpty();
        assertThat(onDisk.identity()).startsWith("jdbc:sqlite:").endsWith(" leaf_alloc");
    }

    @Test
    void databaseThatNamesNoServerIsWarnedOfWhereAMarginWasToBeSkipped() {
        try (CapturedLog log = new CapturedLog(ServerWatch.class.getName())) {
            store.findAll();
            assertThat(log.warnings()).isEmpty();
            storeOn(database, new FailoverPolicy(1_000, event -> {}, new ManualTime()))
                    .findAll();

            assertThat(log.warnings())
                    .containsExactly("a fail-over will not be noticed, so nothing will be skipped for one: "
                            + "databases of this kind do not name their server");
        }
    }

    @Test
    void tableIsLookedAtOnceAndNotForEachCall() {
        StatementRecorder recorder = new StatementRecorder(database.unpooled());
        JdbcSegmentStore recorded =
                new JdbcSegmentStore(recorder, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);
        recorded.findAll();
        recorder.forget();

        recorded.find("order");

        assertThat(recorder.statements()).hasSize(1);
    }

    @Test
    void tableThatLosesItsTransactionsUnderARunningNodeIsRefusedFromTheNextRefreshOn() {
        TestDatabase database = MariaDb.database().with(JdbcSegmentStore.DEFAULT_TABLE);
        JdbcSegmentStore store = storeOn(database, FailoverPolicy.goOn());
        store.create("order", 10, 0);
        store.allocate("order", 10, 0);
        database.jdbc().execute("ALTER TABLE leaf_alloc ENGINE = MyISAM");

        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(UnsafeTableException.class)
                    .isThrownBy(store::findAll)
                    .withMessageStartingWith("table leaf_alloc is MyISAM, which keeps no transactions");
            assertThatExceptionOfType(UnsafeTableException.class).isThrownBy(() -> store.allocate("order", 10, 0));
        }

        database.jdbc().execute("ALTER TABLE leaf_alloc ENGINE = InnoDB");
        assertThat(store.findAll()).hasSize(1);
        assertThat(store.allocate("order", 10, 0).first()).isEqualTo(10);
    }

    /** Of several rows each would have granted a range, and the reply holds one. */
    @Test
    void tagThatHasSeveralRowsIsRefused() {
        TestDatabase keyless = TestDatabase.h2();
        keyless.jdbc()
                .execute("CREATE TABLE leaf_alloc (biz_tag VARCHAR(128), max_id BIGINT, step INT, "
                        + "description VARCHAR(256), update_time TIMESTAMP)");
        JdbcSegmentStore several = storeOn(keyless, FailoverPolicy.goOn());
        several.create("order", 10, 0);
        assertThat(several.allocate("order", 10, 0).first()).isZero();
        several.create("order", 10, 0);

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> several.allocate("order", 10, 0))
                .withMessage("table leaf_alloc has several rows for tag 'order'; give it its primary key biz_tag");
    }

    @Test
    void driverThatDoesNotReplyGrantsNothing() {
        store.create("order", 10, 0);
        DataSource silent = new ConnectionProxy(database.unpooled()) {
            @Override
            @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException {
                return (method.equals("prepareStatement") && args.length == 2)
                        ? target.prepareStatement((String) args[0])
                        : call.go(target);
            }
        };
        JdbcSegmentStore unheard =
                new JdbcSegmentStore(silent, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);

        assertThatIllegalStateException()
                .isThrownBy(() -> unheard.allocate("order", 10, 0))
                .withMessageContaining("the driver has not returned what it wrote to row 'order' of table leaf_alloc");
        assertThat(store.allocate("order", 10, 0))
                .as("what it took is not granted")
                .isEqualTo(new AllocatedSegment(10, 20, 10));
    }

    /** A table that was made by hand; the other tags and the database are all right. */
    @Test
    void rowWithoutANumberIsAMatterOfItsTagAlone() {
        TestDatabase byHand = TestDatabase.h2();
        byHand.jdbc()
                .execute("CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) PRIMARY KEY, max_id BIGINT, step INT, "
                        + "description VARCHAR(256), update_time TIMESTAMP)");
        byHand.jdbc().update("INSERT INTO leaf_alloc (biz_tag, step) VALUES ('order', 10)");
        JdbcSegmentStore store = storeOn(byHand, FailoverPolicy.goOn());

        assertThat(store.findAll()).singleElement().matches(row -> !row.isValid());
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> store.allocate("order", 10, 0))
                .withMessage(
                        "row 'order' of table leaf_alloc has max_id=null; ids are never negative, set it to 0 or more");
    }

    /** Outside of strict mode MariaDB writes the largest number that fits, and its reply is what was to be written. */
    @ParameterizedTest
    @ValueSource(strings = {"?sessionVariables=sql_mode=''", ""})
    void smallColumnGrantsNoRangeThatItDoesNotHold(String settings) {
        TestDatabase small = MariaDb.database();
        small.jdbc().execute(SMALL_TABLE);
        JdbcSegmentStore one = storeOn(small.withUrl(small.url() + settings), FailoverPolicy.goOn());
        JdbcSegmentStore other = storeOn(small.withUrl(small.url() + settings), FailoverPolicy.goOn());
        one.create("order", 1_000, Integer.MAX_VALUE - 1_500);

        assertThat(one.allocate("order", 1_000, 0).end()).isEqualTo(Integer.MAX_VALUE - 500);
        for (JdbcSegmentStore each : List.of(one, other)) {
            assertThatExceptionOfType(IdsExhaustedException.class)
                    .isThrownBy(() -> each.allocate("order", 1_000, 0))
                    .withMessage("tag 'order' is used up: max_id=2147483147 in table leaf_alloc cannot grow by 1000, "
                            + "the last id is 2147483646");
        }
        assertThat(other.allocate("order", 500, 0).end()).isEqualTo(Integer.MAX_VALUE);
    }

    /** The database refuses the UPDATE, and is all right, as are the other tags. */
    @Test
    void smallColumnIsAMatterOfItsTagAlone() {
        TestDatabase small = TestDatabase.h2();
        small.jdbc().execute(SMALL_TABLE);
        JdbcSegmentStore store = storeOn(small, FailoverPolicy.goOn());
        store.create("order", 1_000, Integer.MAX_VALUE - 500);

        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(() -> store.allocate("order", 1_000, 0));
        assertThat(store.allocate("order", 500, 0).end()).isEqualTo(Integer.MAX_VALUE);

        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(() -> store.allocate("order", 1, 0));
        small.jdbc().execute("ALTER TABLE leaf_alloc ALTER COLUMN max_id BIGINT");
        assertThat(store.allocate("order", 1_000, 0).first()).isEqualTo(Integer.MAX_VALUE);
    }

    /** Seen where a proxy sends statements of one session to different servers. */
    @Test
    void rowThatASelectFindsAndTheUpdateDoesNotIsNoUnknownTag() {
        store.create("order", 10, 0);
        DataSource split = new ConnectionProxy(database.unpooled()) {
            @Override
            @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException {
                if (method.equals("prepareStatement") && args.length == 2) {
                    args[0] = ((String) args[0]).replace("WHERE", "WHERE 1 = 0 AND");
                }
                return call.go(target);
            }
        };
        JdbcSegmentStore elsewhere =
                new JdbcSegmentStore(split, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);

        assertThatIllegalStateException()
                .isThrownBy(() -> elsewhere.allocate("order", 10, 0))
                .withMessageContaining("changed nothing, though a SELECT finds the row with max_id=0");
    }

    /** A collation that takes 'order' and 'ORDER' for the same, as tables of the original have it. */
    @Test
    void rowOfAnotherSpellingIsNotTheTags() {
        TestDatabase caseless = TestDatabase.h2();
        caseless.jdbc()
                .execute(
                        "CREATE TABLE leaf_alloc (biz_tag VARCHAR_IGNORECASE(128) PRIMARY KEY, max_id BIGINT, step INT, "
                                + "description VARCHAR(256), update_time TIMESTAMP)");
        JdbcSegmentStore spelt = storeOn(caseless, FailoverPolicy.goOn());
        spelt.create("order", 10, 0);
        spelt.allocate("order", 10, 0);
        caseless.jdbc().update("UPDATE leaf_alloc SET update_time = TIMESTAMP '2001-01-01 00:00:00'");

        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> spelt.allocate("ORDER", 10, 0))
                .withMessage(
                        "tag 'ORDER' is spelt 'order' in table leaf_alloc, whose collation takes both for the same; "
                                + "use the table's spelling");
        assertThatExceptionOfType(UnknownTagException.class)
                .as("an insert would be refused, too")
                .isThrownBy(() -> spelt.find("ORDER"))
                .withMessageStartingWith("tag 'ORDER' is spelt 'order' in table leaf_alloc");
        assertThat(spelt.find("order")).isPresent();
        assertThat(spelt.giveBack("ORDER", 0, 10)).isFalse();
        assertThat(spelt.giveBack("order", 0, 10)).isTrue();
    }
}
