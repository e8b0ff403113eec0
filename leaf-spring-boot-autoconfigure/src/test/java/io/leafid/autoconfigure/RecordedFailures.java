package io.leafid.autoconfigure;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Keeps the explanation of the last failed start, as it would be printed; found through the tests' spring.factories. */
public final class RecordedFailures implements FailureAnalysisReporter {

    private static final AtomicReference<@Nullable FailureAnalysis> LAST = new AtomicReference<>();

    @Override
    public void report(FailureAnalysis analysis) {
        LAST.set(analysis);
    }

    /** Returns the last explanation and forgets it. */
    public static Optional<String> take() {
        return Optional.ofNullable(LAST.getAndSet(null))
                .map(analysis -> "Description:\n\n%s\n\nAction:\n\n%s\n"
                        .formatted(analysis.getDescription(), analysis.getAction()))
                .map(text -> text.replace("\r\n", "\n"));
    }
}
