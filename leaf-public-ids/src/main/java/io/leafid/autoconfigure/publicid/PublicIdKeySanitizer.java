package io.leafid.autoconfigure.publicid;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * Hides the keys of public ids in Boot's endpoints: by name, in every spelling of it, and by value, since a key may come from a variable
 * of another name. Immutable.
 */
final class PublicIdKeySanitizer implements SanitizingFunction {

    private static final Pattern PUNCTUATION = Pattern.compile("[^a-z0-9]");

    private static final String NAME = "leafpublicidskeys";

    private final List<String> keys;

    PublicIdKeySanitizer(Collection<String> keys) {
        this.keys = keys.stream().map(String::strip).toList(); // as they are read
    }

    @Override
    public SanitizableData apply(SanitizableData data) {
        return (isNamed(data.getKey()) || hasKey(data.getValue())) ? data.withSanitizedValue() : data;
    }

    private static boolean isNamed(String name) {
        return PUNCTUATION.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("").startsWith(NAME);
    }

    private boolean hasKey(@Nullable Object value) {
        return value != null && keys.stream().anyMatch(value.toString()::contains);
    }
}
