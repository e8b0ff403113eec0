package io.leafid;

import org.jspecify.annotations.Nullable;

/**
 * The reason why no id could be issued. The family is closed, so that a caller can tell the cases apart without codes.
 *
 * <p>The message says what happened, with which values, and what the reader can do.
 */
public abstract sealed class IdGenerationException extends RuntimeException
        permits UnknownTagException,
                SegmentUnavailableException,
                ClockMovedBackwardsException,
                WorkerIdUnavailableException,
                IdsExhaustedException,
                RateExceededException,
                TagDisabledException {

    private static final long serialVersionUID = 1L;

    IdGenerationException(String message, @Nullable Throwable cause) {
        super(PrintableText.of(message), cause); // it may quote a tag of a caller or the words of a server
    }
}
