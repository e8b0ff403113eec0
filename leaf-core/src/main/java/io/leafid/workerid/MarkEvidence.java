package io.leafid.workerid;

/**
 * Proof that the place of a mark gives about the run that wrote it. Only a proof of its end lets the local mark count: a copy
 * looks like the mark of a dead run while the run that wrote it goes on.
 */
public enum MarkEvidence {
    /** The mark is where it was written, the machine runs on, and the run has ended: its process, or its hold on the lock. */
    WRITER_ENDED,
    /** The mark is where it was written, but the machine was started anew since; a machine that was cloned looks the same. */
    SAME_PLACE,
    /**
     * The mark was written in this very directory, but not under the lock that is held now, or by a process that may run: the
     * directory may still be in use.
     */
    SAME_DIRECTORY,
    /** The mark was written elsewhere, or it cannot be known where: the run that wrote it may go on. */
    COPY,
    /** The mark is about another registry, so that its worker id and token mean nothing in this one. */
    OTHER_REGISTRY
}
