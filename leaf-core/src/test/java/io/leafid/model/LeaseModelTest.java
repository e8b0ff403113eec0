package io.leafid.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.model.LeaseModel.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The protocol in every order of events, and without each of its rules.
 *
 * <p>Larger bounds take minutes and gigabytes, for example {@code -Dleaf.model.times=3}; docs/proof/proof.md says what was searched.
 * With {@code -Dleaf.model.search=true} also the longest of the stories is searched for, which takes half a minute.
 */
class LeaseModelTest {

    private static final Set<Rule> ALL = EnumSet.allOf(Rule.class);

    private static final Bounds BOUNDS = new Bounds(
            Integer.getInteger("leaf.model.times", 2),
            Integer.getInteger("leaf.model.runs", 3),
            Integer.getInteger("leaf.model.messages", 1),
            2);

    /** From the smallest, so that the story is short. */
    private static final List<Bounds> GROWING = List.of(
            new Bounds(1, 2, 1, 2),
            new Bounds(1, 3, 1, 2),
            new Bounds(2, 2, 1, 2),
            new Bounds(1, 3, 2, 2),
            new Bounds(2, 2, 2, 2),
            new Bounds(2, 3, 1, 2),
            new Bounds(3, 2, 2, 2));

    private static final Bounds LATE_EXTENSION_BOUNDS = new Bounds(3, 2, 2, 2);

    private static final List<String> LATE_EXTENSION = List.of(
            "run 1 starts at the first place and reads Row[token=0, ceiling=0]",
            "run 1 sends take from Row[token=0, ceiling=0] to Row[token=1, ceiling=1]",
            "the registry applies take from Row[token=0, ceiling=0] to Row[token=1, ceiling=1]",
            "run 1 hears that take from Row[token=0, ceiling=0] to Row[token=1, ceiling=1] was done",
            "run 1 sends extend Row[token=1, ceiling=1] to Row[token=1, ceiling=2]",
            "the registry applies extend Row[token=1, ceiling=1] to Row[token=1, ceiling=2]",
            "run 2 starts at the second place and reads Row[token=1, ceiling=2]",
            "the answer to extend Row[token=1, ceiling=1] to Row[token=1, ceiling=2] is lost, and the packet is under way once more",
            "run 1 sends extend Row[token=1, ceiling=1] to Row[token=1, ceiling=3]",
            "the registry applies extend Row[token=1, ceiling=1] to Row[token=1, ceiling=3]",
            "the registry applies extend Row[token=1, ceiling=1] to Row[token=1, ceiling=2]",
            "run 2 sends take from Row[token=1, ceiling=2] to Row[token=2, ceiling=3]",
            "run 1 hears that extend Row[token=1, ceiling=1] to Row[token=1, ceiling=3] was done",
            "run 1 begins to write mark 3",
            "the disk of the first place has Disk[token=1, mark=3, ceiling=3, writtenAt=0]",
            "run 1 may use time up to mark 3",
            "the registry applies take from Row[token=1, ceiling=2] to Row[token=2, ceiling=3]",
            "run 2 hears that take from Row[token=1, ceiling=2] to Row[token=2, ceiling=3] was done",
            "run 2 begins to write mark 3",
            "the disk of the second place has Disk[token=2, mark=3, ceiling=3, writtenAt=1]",
            "run 2 may use time up to mark 3");

    private final ModelChecker<LeaseModelState> checker = new ModelChecker<>();

    @Test
    void noTimeIsUsedByTwoRunsInAnyOrderOfEvents() {
        assertThat(search(BOUNDS, ALL, false)).isEmpty();
        assertThat(checker.states()).isGreaterThan(10_000);
    }

    @Test
    void noTimeIsUsedByTwoRunsThoughTheMarkGoesOnAloneOnTheOnlyDisk() {
        Bounds onePlace = new Bounds(BOUNDS.times(), BOUNDS.runs(), BOUNDS.messages(), 1);

        assertThat(search(onePlace, ALL, true)).isEmpty();
        assertThat(checker.states()).isGreaterThan(1_000);
    }

    /** What a fixed worker id risks with {@code on-registry-loss: continue}, as the guarantees say. */
    @Test
    void markThatGoesOnAloneMeetsAnOwnerAtAnotherPlace() {
        assertThat(story(ALL, true)).isPresent();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FRESH_TOKEN_AFTER_RESUMING", "EXTENSION_NEVER_LOWERS"})
    void twoRunsUseOneTimeWithoutTheRule(Rule rule, TestReporter reporter) {
        Optional<List<String>> story = story(EnumSet.complementOf(EnumSet.of(rule)), false);

        assertThat(story).isPresent();
        reporter.publishEntry("without the rule that " + rule, String.join("; ", story.orElseThrow()));
    }

    /** Needed with two messages under way only, where the search takes half a minute: its story is told unless that is asked for. */
    @Test
    void twoRunsUseOneTimeIfALateExtensionLowersTheCeiling() {
        Set<Rule> without = EnumSet.complementOf(EnumSet.of(Rule.EXTENSION_NEVER_LOWERS));

        assertThat(checker.follow(new LeaseModel(LATE_EXTENSION_BOUNDS, without, false), LATE_EXTENSION))
                .isPresent();
        assertThat(checker.follow(new LeaseModel(LATE_EXTENSION_BOUNDS, ALL, false), LATE_EXTENSION))
                .isEmpty();
        if (Boolean.getBoolean("leaf.model.search")) {
            assertThat(search(LATE_EXTENSION_BOUNDS, without, false))
                    .hasValueSatisfying(story -> assertThat(story).hasSize(LATE_EXTENSION.size() + 1));
        }
    }

    /** Kept all the same: it tells operators two runs apart. */
    @Test
    void freshTokenAfterResumingIsNotWhatUniquenessRestsOn() {
        assertThat(search(BOUNDS, EnumSet.complementOf(EnumSet.of(Rule.FRESH_TOKEN_AFTER_RESUMING)), false))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void pageNamesTheRule(Rule rule) throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "proof", "proof.md"))).contains("| " + rule + " |");
    }

    private Optional<List<String>> story(Set<Rule> rules, boolean goesOnAlone) {
        return GROWING.stream()
                .map(bounds -> search(bounds, rules, goesOnAlone))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<List<String>> search(Bounds bounds, Set<Rule> rules, boolean goesOnAlone) {
        return checker.search(new LeaseModel(bounds, rules, goesOnAlone));
    }
}
