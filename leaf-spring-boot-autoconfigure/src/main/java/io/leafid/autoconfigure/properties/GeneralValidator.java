package io.leafid.autoconfigure.properties;

import io.leafid.IdGenerator;
import io.leafid.Tags;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What settings must be that belong to no engine alone. Stateless. */
final class GeneralValidator {

    /** A tag that needs no brackets in a key. */
    private static final Pattern PLAIN_TAG = Pattern.compile("[a-z0-9][a-z0-9-]*");

    private GeneralValidator() {}

    static void check(LeafProperties properties, LeafEnvironment environment, PropertyProblems problems) {
        checkName(properties.name(), problems);
        checkJdbc(properties, problems);
        properties.tags().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(tag -> checkTag(tag.getKey(), tag.getValue(), properties, problems));
        if (environment.isSet("leaf.default-mode")) {
            checkMode(properties.defaultMode(), "leaf.default-mode", properties, problems);
        }
        String basePath = properties.web().basePath();
        problems.require(
                basePath.isEmpty() || (basePath.startsWith("/") && !basePath.endsWith("/")),
                "leaf.web.base-path",
                "must begin with a slash and end without one, or be empty",
                "Set leaf.web.base-path=/ids, for example.");
        problems.require(
                properties.web().maxWaiting() >= 1,
                "leaf.web.max-waiting",
                "must be at least 1",
                "Set leaf.web.max-waiting=100, for example; it should be less than the server has threads.");
        problems.require(
                properties.web().maxCount() >= 1 && properties.web().maxCount() <= IdGenerator.MAX_BATCH,
                "leaf.web.max-count",
                "must be from 1 to %d".formatted(IdGenerator.MAX_BATCH),
                "Set leaf.web.max-count=10000, for example; a client that needs more asks again.");
        problems.require(
                properties.metrics().maxTags() >= 0,
                "leaf.metrics.max-tags",
                "must not be negative",
                "Set leaf.metrics.max-tags=100, for example, or 0 to have the sums only.");
    }

    private static void checkName(@Nullable String name, PropertyProblems problems) {
        problems.require(
                name == null || LeafEnvironment.isValidName(name),
                "leaf.name",
                "must be usable as one part of a path: no slash, no control character, not '.' or '..'",
                "Set leaf.name to the name of the service, such as orders.");
    }

    private static void checkJdbc(LeafProperties properties, PropertyProblems problems) {
        JdbcProperties jdbc = properties.jdbc();
        String url = jdbc.url();
        if (url != null) {
            problems.require(
                    url.startsWith("jdbc:"),
                    "leaf.jdbc.url",
                    "must begin with jdbc:",
                    "Set leaf.jdbc.url=jdbc:mysql://localhost:3306/leaf, for example.");
        } else if (properties.uses(IdEngine.SEGMENT)) {
            String remedy = "Set leaf.jdbc.url too, or remove what else is set below leaf.jdbc.";
            String problem = "has no effect without leaf.jdbc.url";
            problems.require(jdbc.username() == null, "leaf.jdbc.username", problem, remedy);
            problems.require(jdbc.driverClassName() == null, "leaf.jdbc.driver-class-name", problem, remedy);
        }
    }

    private static void checkTag(
            String tag, TagProperties settings, LeafProperties properties, PropertyProblems problems) {
        String key = key(tag);
        problems.requireAccepted(
                () -> Tags.requireLegal(tag), key, "Name a tag of 1 to %d characters.".formatted(Tags.MAX_LENGTH));
        Integer maxStep = settings.maxStep();
        problems.require(
                maxStep == null || maxStep >= 1,
                key + ".max-step",
                "must be at least 1",
                "Set %s.max-step=100000, for example.".formatted(key));
        IdEngine mode = settings.mode();
        if (mode != null) {
            checkMode(mode, key + ".mode", properties, problems);
        }
    }

    /** Ids of a tag must not silently come from another engine than the one that was asked for. */
    private static void checkMode(IdEngine mode, String key, LeafProperties properties, PropertyProblems problems) {
        boolean anyEngine = properties.uses(IdEngine.SEGMENT) || properties.uses(IdEngine.SNOWFLAKE);
        String engine = mode.name().toLowerCase(Locale.ROOT);
        problems.require(
                properties.uses(mode) || !anyEngine,
                key,
                "names an engine that is not enabled",
                "Set leaf.%s.enabled=true, or remove %s.".formatted(engine, key));
    }

    private static String key(String tag) {
        return PLAIN_TAG.matcher(tag).matches() ? "leaf.tags." + tag : "leaf.tags[" + tag + "]";
    }
}
