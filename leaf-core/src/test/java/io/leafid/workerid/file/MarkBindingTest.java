package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.MarkEvidence;
import org.junit.jupiter.api.Test;

/** What the place of a mark proves, case by case. */
class MarkBindingTest {

    private static final String REGISTRY = "zk_normal zk:2181 /snowflake/orders";
    private static final String LOCK = "(dev=801,ino=17)";
    private static final String BORN = "2026-11-26T16:00:02.661Z";
    private static final String CONTAINER = "pid:[1]";
    private static final long SELF = ProcessHandle.current().pid();

    /** No system gives a number like this to a process. */
    private static final long DEAD = 0x7fff_ffffL;

    private static WritingProcess process(String machine, String boot, String pids, long pid) {
        return new WritingProcess(machine, boot, pids, pid);
    }

    private static MarkBinding binding(String lock, WritingProcess writer) {
        return new MarkBinding(REGISTRY, "orders", "/state", lock, BORN, writer);
    }

    private static final MarkBinding HERE = binding(LOCK, process("m1", "b1", CONTAINER, SELF));

    private static MarkEvidence evidence(MarkBinding mark) {
        return mark.evidence(HERE, true);
    }

    @Test
    void deadProcessOfTheSameRunOfTheMachineHasEnded() {
        assertThat(evidence(binding(LOCK, process("m1", "b1", CONTAINER, DEAD))))
                .isEqualTo(MarkEvidence.WRITER_ENDED);
        assertThat(evidence(HERE)).as("an earlier run of this process").isEqualTo(MarkEvidence.WRITER_ENDED);
    }

    @Test
    void processThatIsSeenToRunHasNot() {
        long alive = ProcessHandle.current().parent().orElseThrow().pid();

        assertThat(evidence(binding(LOCK, process("m1", "b1", CONTAINER, alive))))
                .isEqualTo(MarkEvidence.SAME_DIRECTORY);
    }

    /** A container that is started again has other numbers; that it holds the lock says that the former one does not. */
    @Test
    void lockProvesWhatTheNumbersCannotIfItIsToBeReliedUpon() {
        MarkBinding formerContainer = binding(LOCK, process("m1", "b1", "pid:[2]", 1));

        assertThat(formerContainer.evidence(HERE, true)).isEqualTo(MarkEvidence.WRITER_ENDED);
        assertThat(formerContainer.evidence(HERE, false)).isEqualTo(MarkEvidence.SAME_DIRECTORY);
    }

    @Test
    void copyOnTheSameMachineHasAnotherLockFile() {
        String other = "(dev=801,ino=18)";
        WritingProcess writer = process("m1", "b1", CONTAINER, DEAD);

        assertThat(evidence(new MarkBinding(REGISTRY, "orders", "/elsewhere", other, BORN, writer)))
                .isEqualTo(MarkEvidence.COPY);
        assertThat(evidence(binding(other, writer)))
                .as("the lock file was replaced")
                .isEqualTo(MarkEvidence.SAME_DIRECTORY);
    }

    /** The copy may have got the number of the lock file that it replaces. */
    @Test
    void copyOfTheMarkBesideTheSameLockProvesNothing() {
        MarkBinding dead = binding(LOCK, process("m1", "b1", CONTAINER, DEAD));
        MarkBinding ofOtherBoot = binding(LOCK, process("m1", "b0", CONTAINER, DEAD));

        assertThat(evidence(dead.copied())).isEqualTo(MarkEvidence.SAME_DIRECTORY);
        assertThat(evidence(ofOtherBoot.copied())).isEqualTo(MarkEvidence.COPY);
    }

    @Test
    void markThatMayBeACopyForAllTheSystemTellsProvesNoDeath() {
        WritingProcess dead = process("m1", "b1", CONTAINER, DEAD);
        WritingProcess ofOtherBoot = process("m1", "b0", CONTAINER, DEAD);

        assertThat(evidence(new MarkBinding(REGISTRY, "orders", "/state", LOCK, "", dead)))
                .isEqualTo(MarkEvidence.SAME_DIRECTORY);
        assertThat(evidence(new MarkBinding(REGISTRY, "orders", "/state", LOCK, "", ofOtherBoot)))
                .isEqualTo(MarkEvidence.SAME_PLACE);
    }

    @Test
    void rebootLeavesThePlaceButProvesNoDeath() {
        assertThat(evidence(binding(LOCK, process("m1", "b0", CONTAINER, DEAD))))
                .isEqualTo(MarkEvidence.SAME_PLACE);
        assertThat(evidence(binding("(dev=fd02,ino=17)", process("m1", "b0", CONTAINER, DEAD))))
                .as("devices are numbered anew")
                .isEqualTo(MarkEvidence.SAME_PLACE);
        assertThat(evidence(binding("(dev=801,ino=18)", process("m1", "b0", CONTAINER, DEAD))))
                .isEqualTo(MarkEvidence.COPY);
    }

    @Test
    void anotherMachineIsACopy() {
        assertThat(evidence(binding(LOCK, process("m2", "b2", CONTAINER, DEAD))))
                .isEqualTo(MarkEvidence.COPY);
        assertThat(evidence(binding(LOCK, process("m2", "b1", CONTAINER, DEAD))))
                .isEqualTo(MarkEvidence.COPY);
    }

    @Test
    void whatIsUnknownProvesNothing() {
        WritingProcess nameless = process("", "", "", DEAD);
        MarkBinding here = binding(LOCK, nameless);

        assertThat(here.evidence(here, true)).isEqualTo(MarkEvidence.COPY);
        assertThat(binding("", process("m1", "b1", CONTAINER, DEAD)).evidence(HERE, true))
                .isEqualTo(MarkEvidence.COPY);
    }

    @Test
    void anotherRegistryIsAnotherRegistryWhereverItsMarkIs() {
        MarkBinding other =
                new MarkBinding("mysql jdbc:mysql://db/app t", "orders", "/state", LOCK, BORN, HERE.writer());

        assertThat(evidence(other)).isEqualTo(MarkEvidence.OTHER_REGISTRY);
    }
}
