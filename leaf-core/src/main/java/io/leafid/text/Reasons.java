package io.leafid.text;

import io.leafid.PrintableText;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Words for an operator about why something failed: those of the cause at the bottom that says something, on one line and without
 * secrets. Stateless.
 */
public final class Reasons {

    /** The longest chain of causes that is followed. */
    private static final int MAX_CAUSES = 50;

    /** An exception whose message is written by Leaf names its cause itself. */
    private static final String LEAF = "io.leafid.";

    /** Words of a pool or a driver that has given a connection up, which do not tell why. */
    private static final Pattern CLOSED = Pattern.compile(
            "(?i).*\\b(?:on a closed connection|connection (?:is|has been) (?:already )?closed|after connection closed)\\b.*",
            Pattern.DOTALL);

    /** Each library writes that in another way, and the client of the JDK not at all. */
    private static final Pattern REFUSED = Pattern.compile("(?i)refused|^null$");

    private Reasons() {}

    /** The words. */
    public static String of(Throwable failure) {
        List<Throwable> chain = chain(failure);
        Collections.reverse(chain); // the bottom comes first
        String said = chain.stream()
                .filter(each -> words(each) != null)
                .findFirst()
                .map(Reasons::words)
                .orElse(null);
        Throwable bottom = chain.get(0);
        String told = (said != null) ? said : named(bottom, bottom.getMessage());
        return PrintableText.of(SecretRedactor.redact(told.replaceAll("\\s*\\R\\s*", " ")));
    }

    /** A failure and its causes, at most fifty: a chain may end in itself. */
    public static List<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES)
                .toList();
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Throwable each = failure;
        while (each != null && chain.size() < MAX_CAUSES) {
            chain.add(each);
            each = isOfLeaf(each) ? null : each.getCause();
        }
        return chain;
    }

    private static boolean isOfLeaf(Throwable failure) {
        return failure.getClass().getName().startsWith(LEAF) && failure.getMessage() != null;
    }

    /** The words of one of the causes; nothing if it does not tell why. */
    private static @Nullable String words(Throwable cause) {
        String message = cause.getMessage();
        if (cause instanceof ConnectException
                && REFUSED.matcher(String.valueOf(message)).find()) {
            return "connection refused";
        }
        if (message == null || message.isBlank()) {
            return ofType(cause);
        }
        return CLOSED.matcher(message).matches() ? null : said(cause, message);
    }

    private static String said(Throwable cause, String message) {
        if (cause instanceof UnknownHostException) {
            return "host '" + message + "' is not known";
        }
        return isOfLeaf(cause) || (message.strip().contains(" ") && !(cause instanceof FileSystemException))
                ? message.strip()
                : named(cause, message);
    }

    private static @Nullable String ofType(Throwable cause) {
        if (cause instanceof EOFException) {
            return "the other side has closed the connection";
        }
        return (cause instanceof TimeoutException) ? "no answer in time" : null;
    }

    private static String named(Throwable cause, @Nullable String message) {
        String name = cause.getClass().getSimpleName();
        return (message == null || message.isBlank()) ? name : name + ": " + message.strip();
    }
}
