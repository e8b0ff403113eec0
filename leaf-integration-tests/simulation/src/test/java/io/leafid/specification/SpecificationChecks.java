package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.TestReporter;

/** Checks of a module of the specification by its configurations. Immutable. */
record SpecificationChecks(String module, Path directory) {

    /** Nothing is violated, and the page says how much was searched. */
    void holds(String configuration) {
        Tlc.Result result = Tlc.in(directory).check(module, configuration);

        assertThat(result.behaviours()).extracting(Behaviour::story).isEmpty();
        assertThat(result.exitCode()).as(result.output()).isZero();
        ProofPage.compare(configuration, "%,d states, %d steps".formatted(result.distinct(), result.depth()));
    }

    /** The same with larger bounds: some constants have other values. */
    void holds(String configuration, String larger) {
        Tlc tlc = Tlc.in(directory);
        for (String constant : larger.split(";", -1)) {
            tlc = tlc.set(configuration, constant);
        }
        Tlc.Result result = tlc.check(module, configuration);

        assertThat(result.behaviours()).extracting(Behaviour::story).isEmpty();
        assertThat(result.exitCode()).as(result.output()).isZero();
    }

    /** Each rule that a configuration breaks has a counterexample, which is told; the page says in how many steps. */
    void isNeeded(String configuration, TestReporter reporter) {
        Tlc.Result result = Tlc.in(directory).check(module, configuration, "-continue");
        boolean isOfLiveness = ProofPage.isOfLiveness(configuration); // TLC finds one loop or another, of any length
        Set<String> broken = new TreeSet<>();
        for (Behaviour behaviour : result.behaviours()) {
            String rule = behaviour.first("given.broken");
            broken.add(rule);
            reporter.publishEntry("without " + rule, behaviour.story());
            ProofPage.compare(
                    rule,
                    isOfLiveness ? "a loop" : "%d".formatted(behaviour.steps().size() - 1));
        }

        assertThat(broken).as(result.output()).isEqualTo(ProofPage.withoutOf(configuration));
    }
}
