package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A module of the specification in every order of events within bounds, and without each of its rules. A JVM for each search.
 * {@code -Dleaf.specification.large=true} searches further.
 */
@Execution(ExecutionMode.CONCURRENT)
abstract class SpecificationContract {

    private final String module;

    @TempDir
    private Path directory;

    SpecificationContract(String module) {
        this.module = module;
    }

    @TestFactory
    Stream<DynamicTest> holdsInAnyOrderOfEvents() throws IOException {
        return each(search -> search.broken().isEmpty(), search -> {
            Tlc.Result result = check(search);
            assertThat(result.behaviours()).extracting(Behaviour::story).isEmpty();
            assertThat(result.exitCode()).as(result.output()).isZero();
            if (search.isFirst()) {
                ProofPage.compare(search.name(), "%,d states, %d steps".formatted(result.distinct(), result.depth()));
            }
        });
    }

    /** Each is told; the page says in how many steps. */
    @TestFactory
    Stream<DynamicTest> withoutEachRuleThereIsACounterexample(TestReporter reporter) throws IOException {
        return each(search -> !search.broken().isEmpty(), search -> {
            Tlc.Result result = check(search, "-continue");
            Set<String> broken = new TreeSet<>();
            for (Behaviour behaviour : result.behaviours()) {
                String rule = behaviour.first("given.broken");
                broken.add(rule);
                reporter.publishEntry("without " + rule, behaviour.story());
                int steps = behaviour.steps().size() - 1; // of a loop TLC finds one or another, of any length
                ProofPage.compare(rule, search.isOfLiveness() ? "a loop" : "%d".formatted(steps));
            }
            assertThat(broken).as(result.output()).isEqualTo(search.broken());
        });
    }

    private Stream<DynamicTest> each(Predicate<Search> which, ThrowingConsumer<Search> test) throws IOException {
        return Search.of("MC" + module).stream()
                .filter(which)
                .filter(Search::isWanted)
                .map(search -> dynamicTest(search.toString(), () -> test.accept(search)));
    }

    private Tlc.Result check(Search search, String... options) throws IOException {
        return Tlc.in(
                        Files.createTempDirectory(directory, search.name()),
                        !search.when().isEmpty())
                .with(search.name() + ".cfg", search.configuration())
                .check(search.module(), search.name(), options);
    }

    @Test
    void eachRuleIsBrokenBySomeSearch() throws IOException {
        Set<String> broken = new TreeSet<>();
        Search.of("MC" + module).forEach(search -> broken.addAll(search.without()));

        assertThat(broken).isEqualTo(ProofPage.rulesOf(module));
    }
}
