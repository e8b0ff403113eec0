package io.leafid.model;

import io.leafid.model.LeaseModelState.Answer;
import io.leafid.model.LeaseModelState.Disk;
import io.leafid.model.LeaseModelState.Kind;
import io.leafid.model.LeaseModelState.Message;
import io.leafid.model.LeaseModelState.Phase;
import io.leafid.model.LeaseModelState.Row;
import io.leafid.model.LeaseModelState.Run;
import io.leafid.model.ModelChecker.Steps;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The protocol of lease, mark and token, as `docs/proof/proof.md` states it. Immutable.
 *
 * <p>There is no clock: a process may have issued ids with every time that its window has covered, so that whatever clocks
 * do is covered. There is no time-out: each step may come at any moment or never, so that pauses, partitions and slow
 * networks are covered. A message may be lost, answered without the answer arriving, arrive late, and be repeated.
 */
final class LeaseModel implements ModelChecker.Model<LeaseModelState> {

    private static final String AGAIN = ", and the packet is under way once more";

    private final Bounds bounds;
    private final Set<Rule> rules;
    private final boolean goesOnAlone;

    /**
     * How far the model is explored.
     *
     * @param times the ids' times are 0 up to this, exclusive; at most 7
     * @param runs how many processes there are in all; at most 4
     * @param messages how many messages may be under way at once
     * @param places 1 if there is one disk, 2 if its directory may be copied to another place or another instance runs there
     */
    record Bounds(int times, int runs, int messages, int places) {}

    /**
     * Creates the model.
     *
     * @param rules those that are obeyed
     * @param goesOnAlone whether the mark may go beyond the ceiling while the registry is away, as fixed worker ids do
     */
    LeaseModel(Bounds bounds, Set<Rule> rules, boolean goesOnAlone) {
        this.bounds = bounds;
        this.rules = Set.copyOf(rules);
        this.goesOnAlone = goesOnAlone;
    }

    @Override
    public LeaseModelState first() {
        return LeaseModelState.FIRST;
    }

    @Override
    public Optional<String> violation(LeaseModelState state) {
        int before = state.usedBefore();
        for (Run run : state.runs()) {
            int twice = before & times(run);
            if (twice != 0) {
                return Optional.of("run %d and one before it use time %d"
                        .formatted(run.number(), Integer.numberOfTrailingZeros(twice)));
            }
            before |= times(run);
        }
        return Optional.empty();
    }

    @Override
    public void steps(LeaseModelState from, Steps<LeaseModelState> steps) {
        for (int slot = 0; slot < bounds.places(); slot++) {
            Run run = from.runs().get(slot);
            switch (run.phase()) {
                case NOT_RUNNING -> start(from, slot, steps);
                case HAS_READ -> take(from, slot, run, steps);
                case ISSUES -> issuing(from, slot, run, steps);
            }
            if (run.phase() != Phase.NOT_RUNNING) {
                steps.to(() -> "run %d is killed".formatted(run.number()), from.end(slot, times(run)));
            }
        }
        network(from, steps);
        if (bounds.places() > 1 && !from.disks().get(0).equals(Disk.EMPTY)) {
            steps.to(
                    () -> "the first directory is copied to the second place",
                    from.withDisk(1, from.disks().get(0)));
        }
    }

    // ---- start

    private void start(LeaseModelState from, int slot, Steps<LeaseModelState> steps) {
        if (from.begun() == bounds.runs()) {
            return;
        }
        int number = from.begun() + 1;
        int place = has(Rule.ONE_RUN_PER_DIRECTORY) ? slot : 0;
        Row row = from.row();
        Disk disk = from.disks().get(place);
        int floor = floor(row, disk, place);
        Run reader = new Run(Phase.HAS_READ, number, place, row.token(), floor, row.ceiling(), floor, 0);
        steps.to(
                () -> "run %d starts at %s and reads %s".formatted(number, name(place), row), from.begin(slot, reader));
        if (disk.writtenAt() == place && (goesOnAlone || disk.ceiling() > disk.mark())) {
            Run resumed =
                    new Run(Phase.ISSUES, number, place, disk.token(), disk.mark(), disk.ceiling(), disk.mark(), 0);
            steps.to(
                    () -> "run %d starts without the registry from %s".formatted(number, disk),
                    from.begin(slot, resumed));
        }
    }

    private int floor(Row row, Disk disk, int place) {
        boolean isOwn = !has(Rule.MARK_OF_RECORDED_TOKEN) || disk.token() == row.token();
        boolean isEnded = !has(Rule.PROOF_OF_END) || disk.writtenAt() == place;
        if (disk.token() != 0 && isOwn && isEnded) {
            return disk.mark();
        }
        return has(Rule.FLOOR_AT_CEILING) ? Math.max(row.ceiling(), disk.mark()) : disk.mark();
    }

    private void take(LeaseModelState from, int slot, Run run, Steps<LeaseModelState> steps) {
        if (isWaiting(from, run)) {
            return;
        }
        for (int ceiling = run.floor() + 1; ceiling <= bounds.times(); ceiling++) {
            Row wanted = new Row(tokenOf(run, slot), ceiling);
            send(from, run, new Message(Kind.TAKE, run.number(), read(run), wanted, Answer.NONE), steps);
        }
    }

    private int tokenOf(Run run, int slot) {
        return has(Rule.TOKEN_OF_ONE_RUN) ? run.number() : slot + 1;
    }

    private static Row read(Run run) {
        return new Row(run.token(), run.ceiling());
    }

    // ---- use

    private void issuing(LeaseModelState from, int slot, Run run, Steps<LeaseModelState> steps) {
        mark(from, slot, run, steps);
        if (!isWaiting(from, run)) {
            extend(from, slot, run, steps);
            release(from, slot, run, steps);
        }
    }

    private int usableEnd(Run run) {
        if (!has(Rule.MARK_BEFORE_USE)) {
            return run.ceiling();
        }
        return goesOnAlone ? run.mark() : Math.min(run.mark(), run.ceiling());
    }

    /** The times that a process may have used, a bit for each. */
    private int times(Run run) {
        return (run.phase() == Phase.ISSUES) ? times(run.floor(), usableEnd(run)) : 0;
    }

    private static int times(int floor, int end) {
        return (end <= floor) ? 0 : (1 << end) - (1 << floor);
    }

    private void mark(LeaseModelState from, int slot, Run run, Steps<LeaseModelState> steps) {
        if (run.writing() == 0) {
            int highest = goesOnAlone ? bounds.times() : run.ceiling();
            for (int mark = run.mark() + 1; mark <= highest; mark++) {
                Run writing = run.withMark(run.mark(), mark);
                steps.to(
                        () -> "run %d begins to write mark %d".formatted(run.number(), writing.writing()),
                        from.withRun(slot, writing));
            }
            return;
        }
        Disk written = new Disk(run.token(), run.writing(), run.ceiling(), run.place());
        boolean isWritten = from.disks().get(run.place()).equals(written);
        if (!isWritten) {
            steps.to(
                    () -> "the disk of %s has %s".formatted(name(run.place()), written),
                    from.withDisk(run.place(), written));
        }
        if (isWritten || !has(Rule.MARK_IS_FORCED)) {
            steps.to(
                    () -> "run %d may use time up to mark %d".formatted(run.number(), run.writing()),
                    from.withRun(slot, run.withMark(run.writing(), 0)));
        }
    }

    private void extend(LeaseModelState from, int slot, Run run, Steps<LeaseModelState> steps) {
        boolean isResumed = run.token() != tokenOf(run, slot);
        int token = (isResumed && has(Rule.FRESH_TOKEN_AFTER_RESUMING)) ? tokenOf(run, slot) : run.token();
        for (int ceiling = run.ceiling() + 1; ceiling <= bounds.times(); ceiling++) {
            Message message = new Message(Kind.EXTEND, run.number(), read(run), new Row(token, ceiling), Answer.NONE);
            LeaseModelState before =
                    has(Rule.CEILING_BEFORE_USE) ? from : from.withRun(slot, run.withCeiling(run.token(), ceiling));
            send(before, run, message, steps);
        }
    }

    /** A process that gives back has used what it says, marks that, and ends; one that breaks the rule goes on. */
    private void release(LeaseModelState from, int slot, Run run, Steps<LeaseModelState> steps) {
        for (int used = run.floor(); used <= Math.max(run.floor(), usableEnd(run)); used++) {
            Message message =
                    new Message(Kind.RELEASE, run.number(), read(run), new Row(run.token(), used), Answer.NONE);
            LeaseModelState marked = has(Rule.MARK_BEFORE_RELEASE)
                    ? from.withDisk(run.place(), new Disk(run.token(), used, used, run.place()))
                    : from;
            boolean isClosed = has(Rule.CLOSED_BEFORE_RELEASE);
            send(isClosed ? marked.end(slot, times(run.floor(), used)) : marked, run, message, steps);
        }
    }

    private static boolean isWaiting(LeaseModelState from, Run run) {
        return from.network().stream().anyMatch(message -> message.sender() == run.number());
    }

    private void send(LeaseModelState from, Run run, Message message, Steps<LeaseModelState> steps) {
        if (from.network().size() < bounds.messages()) {
            steps.to(() -> "run %d sends %s".formatted(run.number(), text(message)), from.sent(message));
        }
    }

    // ---- registry and network

    private void network(LeaseModelState from, Steps<LeaseModelState> steps) {
        for (int index = 0; index < from.network().size(); index++) {
            Message message = from.network().get(index);
            if (message.answer() == Answer.NONE) {
                handle(from, index, message, steps);
                steps.to(() -> "%s is lost".formatted(text(message)), from.withoutMessage(index));
            } else {
                deliver(from, index, message, steps);
            }
        }
    }

    private void handle(LeaseModelState from, int index, Message message, Steps<LeaseModelState> steps) {
        boolean applies = applies(from.row(), message);
        LeaseModelState after = applies ? from.with(applied(from.row(), message)) : from;
        Supplier<String> event = () -> "the registry %s %s".formatted(applies ? "applies" : "refuses", text(message));
        boolean isAwaited =
                from.runs().stream().anyMatch(run -> run.number() == message.sender() && message.sender() != 0);
        if (isAwaited) {
            Answer answer = applies ? Answer.DONE : Answer.REFUSED;
            steps.to(event, after.withMessage(index, handled -> handled.answered(answer)));
            return;
        }
        steps.to(event, after.withoutMessage(index));
        if (message.sender() != 0) {
            steps.to(() -> event.get() + AGAIN, after.withMessage(index, Message::again));
        }
    }

    private boolean applies(Row row, Message message) {
        boolean isToken = row.token() == message.expected().token();
        boolean isCeiling = row.ceiling() == message.expected().ceiling();
        return switch (message.kind()) {
            case EXTEND -> isToken || !has(Rule.EXTENSION_COMPARES_TOKEN);
            case RELEASE -> isToken || !has(Rule.RELEASE_COMPARES_TOKEN);
            case TAKE ->
                (isToken || !has(Rule.TAKE_OVER_COMPARES_TOKEN))
                        && (isCeiling || !has(Rule.TAKE_OVER_COMPARES_CEILING));
        };
    }

    private Row applied(Row row, Message message) {
        Row wanted = message.wanted();
        boolean isLower = message.kind() == Kind.EXTEND && wanted.ceiling() < row.ceiling();
        return (isLower && has(Rule.EXTENSION_NEVER_LOWERS)) ? new Row(wanted.token(), row.ceiling()) : wanted;
    }

    /** The answer arrives or is lost; in both cases the packet itself may be seen by the registry again. */
    private static void deliver(LeaseModelState from, int index, Message message, Steps<LeaseModelState> steps) {
        Supplier<String> lost = () -> "the answer to %s is lost".formatted(text(message));
        steps.to(lost, from.withoutMessage(index));
        steps.to(() -> lost.get() + AGAIN, from.withMessage(index, Message::again));
        arrive(from, message, steps, from.withoutMessage(index), "");
        arrive(from, message, steps, from.withMessage(index, Message::again), AGAIN);
    }

    private static void arrive(
            LeaseModelState from, Message message, Steps<LeaseModelState> steps, LeaseModelState rest, String more) {
        for (int slot = 0; slot < from.runs().size(); slot++) {
            Run run = from.runs().get(slot);
            if (run.number() == message.sender() && run.phase() != Phase.NOT_RUNNING) {
                Supplier<String> event = () -> "run %d hears that %s was %s%s"
                        .formatted(run.number(), text(message), text(message.answer()), more);
                steps.to(event, rest.withRun(slot, after(run, message)));
            }
        }
    }

    private static Run after(Run run, Message message) {
        Row now = message.wanted();
        return switch (message.kind()) {
            case TAKE ->
                (message.answer() == Answer.DONE)
                        ? new Run(
                                Phase.ISSUES,
                                run.number(),
                                run.place(),
                                now.token(),
                                run.floor(),
                                now.ceiling(),
                                run.floor(),
                                0)
                        : Run.NONE;
            case EXTEND ->
                // a lost lease is used up: the process goes on to what was confirmed
                (message.answer() == Answer.DONE) ? run.withCeiling(now.token(), now.ceiling()) : run;
            case RELEASE -> run;
        };
    }

    private boolean has(Rule rule) {
        return rules.contains(rule);
    }

    private static String name(int place) {
        return (place == 0) ? "the first place" : "the second place";
    }

    private static String text(Answer answer) {
        return (answer == Answer.DONE) ? "done" : "refused";
    }

    private static String text(Message message) {
        return switch (message.kind()) {
            case TAKE -> "take from %s to %s".formatted(message.expected(), message.wanted());
            case EXTEND -> "extend %s to %s".formatted(message.expected(), message.wanted());
            case RELEASE ->
                "give back %s at %d"
                        .formatted(message.expected(), message.wanted().ceiling());
        };
    }
}
