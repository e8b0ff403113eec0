package io.leafid.model;

/** A rule of the protocol; the model can be run without any one of them. */
enum Rule {
    CEILING_BEFORE_USE("time is used only once the registry has confirmed its ceiling"),
    FLOOR_AT_CEILING("a new owner begins at the recorded ceiling"),
    MARK_BEFORE_USE("time is used only below the mark"),
    MARK_IS_FORCED("a mark counts only once the disk has it"),
    MARK_OF_RECORDED_TOKEN("the near mark replaces the ceiling only if the registry records its token"),
    PROOF_OF_END("the near mark replaces the ceiling only with proof that its writer has ended"),
    ONE_RUN_PER_DIRECTORY("a directory is locked for the life of a process"),
    TOKEN_OF_ONE_RUN("each run has a token of its own"),
    FRESH_TOKEN_AFTER_RESUMING("a run that resumed from its mark records a fresh token with its first extension"),
    EXTENSION_COMPARES_TOKEN("an extension is applied only to the token it names"),
    EXTENSION_NEVER_LOWERS("an extension that comes late does not lower the ceiling"),
    RELEASE_COMPARES_TOKEN("a release is applied only to the token it names"),
    TAKE_OVER_COMPARES_TOKEN("a worker id is taken only from the token that was read"),
    TAKE_OVER_COMPARES_CEILING("a worker id is taken only at the ceiling that was read"),
    CLOSED_BEFORE_RELEASE("nothing is issued once the end of use was read for the release"),
    MARK_BEFORE_RELEASE("the mark gives up what is reserved before the registry does");

    private final String text;

    Rule(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
