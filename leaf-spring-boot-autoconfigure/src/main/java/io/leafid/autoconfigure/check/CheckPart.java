package io.leafid.autoconfigure.check;

/** One part of a check. It takes nothing and writes nothing. */
@FunctionalInterface
interface CheckPart {

    /** Looks, and tells what it finds. What it throws is a problem. */
    void look(Findings findings);
}
