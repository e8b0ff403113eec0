package io.leafid.segment.interleaved;

import io.leafid.PrintableText;
import io.leafid.text.SecretRedactor;

/** Words of a failure for an operator. Stateless. */
final class FailureText {

    private FailureText() {}

    /** What the failure at the bottom says, without secrets. */
    static String of(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return (message == null)
                ? root.getClass().getSimpleName()
                : PrintableText.of(SecretRedactor.redact(message)).toString();
    }
}
