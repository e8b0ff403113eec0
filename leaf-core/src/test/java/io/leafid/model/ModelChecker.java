package io.leafid.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Search through every state that a model can reach, nearest first, so that the first violation found is a shortest one.
 * For one thread.
 *
 * @param <S> a state, equal to another one if nothing tells them apart
 */
final class ModelChecker<S> {

    private final Map<S, Origin<S>> origins = new HashMap<>();
    private final Queue<S> open = new ArrayDeque<>();

    /** What there is to search. */
    interface Model<S> {

        S first();

        /** What is broken in a state, if anything is. */
        Optional<String> violation(S state);

        /** Reports each step that is possible in a state. */
        void steps(S from, Steps<S> steps);
    }

    /** Takes what can happen in a state. */
    interface Steps<S> {

        /** A step to another state. */
        void to(Supplier<String> event, S state);
    }

    /** The state from which a state was first reached. */
    private record Origin<S>(@Nullable S from) {}

    /** A sequence of events that ends in a violation, empty if no reachable state has one. */
    Optional<List<String>> search(Model<S> model) {
        origins.clear();
        open.clear();
        arrive(model.first(), null);
        for (S state = open.poll(); state != null; state = open.poll()) {
            S from = state;
            Optional<String> violation = model.violation(from);
            if (violation.isPresent()) {
                return Optional.of(story(model, from, violation.get()));
            }
            model.steps(from, (event, next) -> arrive(next, from));
        }
        return Optional.empty();
    }

    /** What is broken after events that are told, empty if nothing is. An event may lead to several states. */
    Optional<String> follow(Model<S> model, List<String> events) {
        Set<S> states = Set.of(model.first());
        for (String event : events) {
            states = after(model, states, event);
        }
        return states.stream().map(model::violation).flatMap(Optional::stream).findFirst();
    }

    private static <S> Set<S> after(Model<S> model, Set<S> states, String event) {
        Set<S> found = new HashSet<>();
        for (S from : states) {
            model.steps(from, (text, next) -> {
                if (text.get().equals(event)) {
                    found.add(next);
                }
            });
        }
        return found;
    }

    /** How many states the last search has been in. */
    int states() {
        return origins.size();
    }

    private void arrive(S state, @Nullable S from) {
        if (origins.putIfAbsent(state, new Origin<>(from)) == null) {
            open.add(state);
        }
    }

    private List<String> story(Model<S> model, S end, String last) {
        List<String> events = new ArrayList<>(List.of(last));
        S state = end;
        for (S from = from(state); from != null; from = from(state)) {
            events.add(event(model, from, state));
            state = from;
        }
        Collections.reverse(events);
        return events;
    }

    private @Nullable S from(S state) {
        return Objects.requireNonNull(origins.get(state)).from();
    }

    private static <S> String event(Model<S> model, S from, S to) {
        List<String> events = new ArrayList<>();
        model.steps(from, (event, next) -> {
            if (next.equals(to)) {
                events.add(event.get());
            }
        });
        return events.get(0);
    }
}
