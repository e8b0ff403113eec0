package io.leafid.cluster;

import io.leafid.workerid.BrokenRule;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * Scope of the plans that are drawn: everything, or what concerns one rule that is broken. Immutable.
 *
 * @param modes how worker ids may be leased
 * @param faults what may happen
 * @param mostStep how far clocks step at most
 * @param isNarrow whether reservations are short and segments hold one id
 * @param isInterleaved whether several databases grant ids by turns in every plan of segments
 * @param usual how lines are when nothing happens to them
 * @param pace how often processes do what costs time
 * @param broken what is wrong with the doubles
 */
record Scope(
        Set<Plan.Mode> modes,
        Set<Fault> faults,
        Duration mostStep,
        boolean isNarrow,
        boolean isInterleaved,
        Link.Weather usual,
        Pace pace,
        Set<BrokenRule> broken) {

    private static final Set<Plan.Mode> ALL_MODES = EnumSet.allOf(Plan.Mode.class);

    /** Every fault of every size, and nothing wrong. */
    static final Scope EVERYTHING = new Scope(
            ALL_MODES,
            EnumSet.allOf(Fault.class),
            Duration.ofDays(365),
            false,
            false,
            Link.Weather.FINE,
            Pace.OF_FEW,
            Set.of());

    /** What a rule of the engines guards against, more often than among everything. */
    static Scope of(EngineRule rule) {
        return new Scope(
                rule.modes(),
                rule.faults(),
                Duration.ofSeconds(30),
                rule.isNarrow(),
                rule.isInterleaved(),
                Link.Weather.FINE,
                Pace.OF_STRANDS,
                Set.of());
    }

    /** Records that are deleted under nodes that run, start and end, all of which reach the registry. */
    static final Scope OF_DELETED_RECORDS = new Scope(
            EnumSet.of(Plan.Mode.ZK_NORMAL, Plan.Mode.ZK_RECYCLE, Plan.Mode.MYSQL, Plan.Mode.JDBC_RECYCLE),
            EnumSet.of(
                    Fault.RECORDS_EMPTIED,
                    Fault.RECORD_DELETED,
                    Fault.CRASH,
                    Fault.STOP,
                    Fault.STOP_AND_START,
                    Fault.NEW_DISK),
            Duration.ofSeconds(30),
            false,
            false,
            Link.Weather.FINE,
            Pace.OF_STRANDS,
            Set.of());

    /** A few faults that heal, before those that never do. Calls without an answer hold up nothing but themselves. */
    static final Scope OF_LASTING_FAULTS = new Scope(
            ALL_MODES,
            EnumSet.of(Fault.CRASH, Fault.STOP, Fault.PAUSE, Fault.CUT, Fault.LOSSY),
            Duration.ofSeconds(30),
            false,
            false,
            Link.Weather.FINE,
            Pace.OF_STRANDS,
            Set.of());

    /** Some modes and faults, and nothing wrong. */
    static Scope of(Set<Plan.Mode> modes, Set<Fault> faults) {
        return new Scope(modes, faults, Duration.ofSeconds(30), false, false, Link.Weather.FINE, Pace.OF_FEW, Set.of());
    }

    /** Whether faults come at last that never heal. */
    boolean hasLastingFaults() {
        return faults.equals(OF_LASTING_FAULTS.faults);
    }

    /** Whether nothing keeps nodes that run from the registry. */
    boolean reachesTheRegistry() {
        return faults.equals(OF_DELETED_RECORDS.faults);
    }

    /** Whether every fault may happen. */
    boolean isEverything() {
        return faults.equals(EVERYTHING.faults) && broken.isEmpty();
    }

    /** The same in some modes only. */
    Scope in(Set<Plan.Mode> some) {
        return new Scope(some, faults, mostStep, isNarrow, isInterleaved, usual, pace, broken);
    }

    /** Everything in one mode, where a process may lose the processor anywhere. */
    static Scope ofLapses(Plan.Mode mode) {
        Scope all = EVERYTHING.in(EnumSet.of(mode));
        return new Scope(all.modes, all.faults, all.mostStep, false, false, all.usual, Pace.OF_STRANDS, Set.of());
    }

    private static final Set<Fault> OWNERS = EnumSet.of(
            Fault.CLOCK_STEP,
            Fault.CRASH,
            Fault.STOP,
            Fault.NEW_DISK,
            Fault.SECOND_PROCESS_WITHOUT_A_FILE,
            Fault.CUT,
            Fault.PAUSE_IN_A_CALL);

    private static final Set<Fault> MESSAGES = EnumSet.of(
            Fault.MIXED,
            Fault.STOP,
            Fault.CRASH,
            Fault.NEW_DISK,
            Fault.SECOND_PROCESS_WITHOUT_A_FILE,
            Fault.CLOCK_STEP,
            Fault.PAUSE);

    private static final Set<Fault> COPIES = EnumSet.of(
            Fault.COPIED_DISK,
            Fault.SECOND_PROCESS_ON_A_COPY,
            Fault.OLDER_DISK,
            Fault.CLOCK_STEP,
            Fault.CUT,
            Fault.CRASH);

    private static final Set<Fault> RIVALS = EnumSet.of(
            Fault.STOP, Fault.CRASH, Fault.NEW_DISK, Fault.SECOND_PROCESS_WITHOUT_A_FILE, Fault.STOP_AND_START);

    private static final Set<Fault> STARTS =
            EnumSet.of(Fault.STOP, Fault.NEW_DISK, Fault.SECOND_PROCESS_WITHOUT_A_FILE, Fault.CLOCK_STEP);

    private static final Set<Fault> CONFIGURED = EnumSet.of(
            Fault.SECOND_PROCESS_ON_ANOTHER_PORT,
            Fault.STOP,
            Fault.CRASH,
            Fault.COPIED_DISK,
            Fault.STOP_AND_START,
            Fault.CLOCK_STEP);

    private static final Set<Fault> SETTINGS =
            EnumSet.of(Fault.WRONG_SETTING, Fault.CUT, Fault.REGISTRY_DOWN, Fault.CRASH, Fault.CLOCK_STEP);

    private static final Set<Fault> RETURNS = EnumSet.of(Fault.STOP, Fault.STOP_AND_START, Fault.ORIGINAL_NODE);

    private static final Set<Fault> SEGMENTS = EnumSet.of(
            Fault.MIXED,
            Fault.LOSSY,
            Fault.SLOW,
            Fault.STOP,
            Fault.STOP_AND_START,
            Fault.CRASH,
            Fault.PAUSE,
            Fault.SECOND_PROCESS_WITHOUT_A_FILE,
            Fault.ORIGINAL_NODE);

    private static final Set<Fault> CRASHES = EnumSet.of(Fault.DATABASE_CRASH, Fault.SLOW, Fault.STOP, Fault.PAUSE);

    /** What a rule guards against, more often than among everything. */
    static Scope of(BrokenRule rule) {
        Set<Plan.Mode> tables = EnumSet.of(Plan.Mode.MYSQL, Plan.Mode.JDBC_RECYCLE);
        return switch (rule) {
            case TIME_IS_USED_ONLY_BELOW_THE_MARK,
                    A_MARK_IS_FORCED_TO_THE_DISK,
                    A_RENAME_IS_FORCED_TO_THE_DISK,
                    TIME_IS_USED_ONLY_BELOW_THE_CEILING,
                    EACH_RUN_HAS_A_TOKEN -> of(rule, ALL_MODES, EnumSet.allOf(Fault.class));
            case A_NEW_OWNER_BEGINS_AT_THE_CEILING ->
                of(rule, EnumSet.complementOf(EnumSet.of(Plan.Mode.LOCAL)), OWNERS);
            case A_RELEASE_NAMES_THE_END_OF_USE ->
                of(rule, ALL_MODES, EnumSet.of(Fault.STOP, Fault.NEW_DISK, Fault.CLOCK_STEP));
            case A_TAKE_OVER_COMPARES_WHAT_WAS_READ -> in(Link.Weather.SLOW, of(rule, tables, RIVALS));
            case A_RELEASE_COMPARES_THE_TOKEN -> in(Link.Weather.MIXED, of(rule, tables, STARTS));
            case AN_EXTENSION_NEVER_LOWERS_THE_CEILING ->
                narrow(
                        Link.Weather.MIXED,
                        of(rule, EnumSet.of(Plan.Mode.MYSQL), EnumSet.of(Fault.NEW_DISK, Fault.CLOCK_STEP)));
            case A_GIVE_BACK_HAPPENS_ONCE ->
                narrow(Link.Weather.REPEATED, of(rule, EnumSet.of(Plan.Mode.SEGMENT), RETURNS));
            case A_CONFIGURED_WORKER_ID_IS_LOCKED, A_CONFIGURED_WORKER_ID_BEGINS_AT_ITS_FILE ->
                of(rule, EnumSet.of(Plan.Mode.LOCAL), CONFIGURED);
            case A_NAMESPACE_HAS_ONE_LAYOUT -> of(rule, ALL_MODES, SETTINGS);
            case A_NEAR_MARK_NEEDS_PROOF -> of(rule, ALL_MODES, COPIES);
            case A_GIVE_BACK_COMPARES_THE_COUNTER, A_RANGE_COMES_FROM_A_REPLY, A_RANGE_IS_TAKEN_BY_ONE_CHANGE ->
                of(rule, EnumSet.of(Plan.Mode.SEGMENT), SEGMENTS);
            case A_RESTART_THAT_MAY_LOSE_COMMITS_IS_A_CHANGE -> of(rule, EnumSet.of(Plan.Mode.SEGMENT), CRASHES);
            case A_DELETED_RECORD_IS_PUT_BACK, NOTHING_IS_TAKEN_WHILE_RECORDS_MAY_BE_MISSING ->
                of(rule, OF_DELETED_RECORDS.modes, OF_DELETED_RECORDS.faults);
            case AN_EXTENSION_COMPARES_THE_TOKEN, THE_REGISTRY_CONFIRMS_WHAT_IS_DURABLE -> of(rule, tables, MESSAGES);
        };
    }

    private static Scope in(Link.Weather usual, Scope scope) {
        return new Scope(scope.modes, scope.faults, scope.mostStep, false, false, usual, scope.pace, scope.broken);
    }

    private static Scope narrow(Link.Weather usual, Scope scope) {
        return new Scope(scope.modes, scope.faults, scope.mostStep, true, false, usual, scope.pace, scope.broken);
    }

    private static Scope of(BrokenRule rule, Set<Plan.Mode> modes, Set<Fault> faults) {
        return new Scope(
                modes, faults, Duration.ofSeconds(30), false, false, Link.Weather.FINE, Pace.OF_FEW, EnumSet.of(rule));
    }
}
