package io.leafid.workerid;

/** Rules that uniqueness rests on, each of which a double can break, to show that the simulation notices. */
public enum BrokenRule {
    TIME_IS_USED_ONLY_BELOW_THE_MARK("the mark is written after the ids that it covers"),
    A_MARK_IS_FORCED_TO_THE_DISK("the file is not forced to the disk"),
    A_RENAME_IS_FORCED_TO_THE_DISK("the directory is not forced to the disk"),
    TIME_IS_USED_ONLY_BELOW_THE_CEILING("the window goes on beyond the registry's ceiling"),
    A_NEW_OWNER_BEGINS_AT_THE_CEILING("the floor of a take-over is the present"),
    A_NEAR_MARK_NEEDS_PROOF("every mark passes for one whose writer has ended"),
    AN_EXTENSION_COMPARES_THE_TOKEN("an extension does not compare the token"),
    A_RELEASE_NAMES_THE_END_OF_USE("a release names an end below the last id"),
    EACH_RUN_HAS_A_TOKEN("all runs of an identity have one token"),
    THE_REGISTRY_CONFIRMS_WHAT_IS_DURABLE("the registry confirms an extension that it does not record"),
    A_TAKE_OVER_COMPARES_WHAT_WAS_READ("a take-over compares nothing"),
    AN_EXTENSION_NEVER_LOWERS_THE_CEILING("an extension that comes late lowers the ceiling"),
    A_RELEASE_COMPARES_THE_TOKEN("a release does not compare the token"),
    A_DELETED_RECORD_IS_PUT_BACK("a record that was deleted is a loss"),
    NOTHING_IS_TAKEN_WHILE_RECORDS_MAY_BE_MISSING("a worker id whose record was deleted is taken at once"),
    A_NAMESPACE_HAS_ONE_LAYOUT("the layout of a namespace is not compared"),
    A_CONFIGURED_WORKER_ID_IS_LOCKED("a configured worker id is locked for its directory only"),
    A_CONFIGURED_WORKER_ID_BEGINS_AT_ITS_FILE("a configured worker id begins at the present, whatever its file says"),
    A_GIVE_BACK_COMPARES_THE_COUNTER("a give-back sets the counter wherever it stands"),
    A_GIVE_BACK_HAPPENS_ONCE("a give-back that is repeated counts again"),
    A_RANGE_COMES_FROM_A_REPLY("a range is guessed from the row where no reply came"),
    A_RESTART_THAT_MAY_LOSE_COMMITS_IS_A_CHANGE("a restart of a server that loses commits is no change of server"),
    A_RANGE_IS_TAKEN_BY_ONE_CHANGE("the counter is read by one statement and written by the next");

    private final String words;

    BrokenRule(String words) {
        this.words = words;
    }

    /** What is wrong then. */
    @Override
    public String toString() {
        return words;
    }
}
