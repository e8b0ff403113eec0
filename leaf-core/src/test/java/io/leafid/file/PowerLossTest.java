package io.leafid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands in a file of the state directory when the power of the machine fails, at whichever step. */
class PowerLossTest {

    private static final String OLD = "mark=1000";
    private static final String NEW = "mark=2000";

    private final PowerLossDisk disk = new PowerLossDisk();
    private StateDirectory directory;
    private Path file;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = StateDirectory.make(disk.path("/leaf/orders"));
        file = directory.file("mark");
    }

    private void replace(String content) throws IOException {
        directory.replace("mark", content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void contentIsDurableWhenTheCallReturns() throws IOException {
        replace(OLD);
        assertThat(disk.afterPowerLoss(file)).containsExactly(OLD);

        replace(NEW);
        assertThat(disk.afterPowerLoss(file)).containsExactly(NEW);
    }

    @Test
    void oldContentOrTheNewOneIsThereAtEachStep() throws IOException {
        replace(OLD);
        AtomicInteger steps = new AtomicInteger();
        disk.afterEachStep(() -> {
            steps.incrementAndGet();
            assertThat(disk.afterPowerLoss(file)).isSubsetOf(OLD, NEW);
        });

        replace(NEW);

        assertThat(steps).as("made, written in parts, forced, renamed, forced").hasValueGreaterThan(5);
    }

    @Test
    void oldContentOrTheNewOneIsThereAlsoWhereOthersReplaceIt() throws IOException {
        replace(OLD);
        disk.afterEachStep(() -> assertThat(disk.afterPowerLoss(file)).isSubsetOf(OLD, NEW));

        directory.replaceShared("mark", NEW.getBytes(StandardCharsets.UTF_8));

        assertThat(disk.afterPowerLoss(file)).containsExactly(NEW);
    }

    @Test
    void firstContentIsThereWholeOrNotAtAll() throws IOException {
        disk.afterEachStep(() -> assertThat(disk.afterPowerLoss(file)).isSubsetOf(PowerLossDisk.NOTHING, NEW));

        replace(NEW);

        assertThat(disk.afterPowerLoss(file)).containsExactly(NEW);
    }

    /** A directory of which the one above does not know is no place for a file. */
    @Test
    void directoryThatWasMadeIsDurableWithAllAboveIt() throws IOException {
        Path deep = disk.path("/srv/leaf/orders/8080");

        StateDirectory.make(deep).replace("mark", NEW.getBytes(StandardCharsets.UTF_8));

        assertThat(disk.afterPowerLoss(deep.resolve("mark"))).containsExactly(NEW);
    }

    @Test
    void directoryThatAnotherRunHadMadeBeforeItWasKilledIsDurableToo() throws IOException {
        for (int left = 0; left < 9; left++) {
            Path deep = disk.path("/srv" + left + "/leaf/orders");
            makeUntilKilled(deep, left);

            StateDirectory.make(deep).replace("mark", NEW.getBytes(StandardCharsets.UTF_8));

            assertThat(disk.afterPowerLoss(deep.resolve("mark")))
                    .as("killed after %d steps", left + 1)
                    .containsExactly(NEW);
        }
    }

    private void makeUntilKilled(Path deep, int stepsBefore) throws IOException {
        AtomicInteger left = new AtomicInteger(stepsBefore);
        disk.afterEachStep(() -> {
            if (left.getAndDecrement() == 0) {
                throw new IllegalStateException("killed");
            }
        });
        try {
            StateDirectory.make(deep);
        } catch (IllegalStateException ex) {
            assertThat(ex).hasMessage("killed");
        } finally {
            disk.afterEachStep(() -> {});
        }
    }

    /** Where other file systems are mounted, the directory above may be of a kind that cannot be forced. */
    @Test
    void directoryThatWasFoundIsUsedThoughTheOneAboveItCannotBeForced() throws IOException {
        StateDirectory.make(disk.path("/net/leaf"));
        disk.cannotForce("/", "/net");

        StateDirectory.make(disk.path("/net/leaf")).replace("mark", NEW.getBytes(StandardCharsets.UTF_8));
        StateDirectory.make(disk.path("/net/leaf/orders")).replace("mark", NEW.getBytes(StandardCharsets.UTF_8));

        assertThat(disk.afterPowerLoss(disk.path("/net/leaf/mark"))).containsExactly(NEW);
        assertThat(disk.afterPowerLoss(disk.path("/net/leaf/orders/mark"))).containsExactly(NEW);
    }

    @Test
    void directoryIsNotMadeWhereItsNameCannotBeForced() throws IOException {
        StateDirectory.make(disk.path("/net/leaf"));
        disk.cannotForce("/net/leaf");

        assertThatIOException()
                .isThrownBy(() -> StateDirectory.make(disk.path("/net/leaf/orders")))
                .withMessage("Invalid argument");
    }

    /** A write that broke off may have left bytes under the name that is written to first. */
    @Test
    void whatABrokenWriteHasLeftIsNotWrittenTo() throws IOException {
        replace(OLD);
        disk.afterEachStep(() -> {
            throw new IllegalStateException("the power fails");
        });
        try {
            replace("mark=3000 and much more");
        } catch (IllegalStateException ex) {
            assertThat(ex).hasMessage("the power fails");
        }
        disk.afterEachStep(() -> assertThat(disk.afterPowerLoss(file)).isSubsetOf(OLD, NEW));

        replace(NEW);

        assertThat(disk.afterPowerLoss(file)).containsExactly(NEW);
    }
}
