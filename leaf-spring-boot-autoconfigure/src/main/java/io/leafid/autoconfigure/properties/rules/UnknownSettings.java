package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.text.Typos;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;

/**
 * The refusal of a name below {@code leaf} that is no setting. Sources in which other programs may keep names of theirs are left out, as
 * Boot does. Stateless.
 *
 * @param known what may be set
 */
record UnknownSettings(KnownSettings known) {

    private static final UnboundElementsSourceFilter OWN_SOURCES = new UnboundElementsSourceFilter();

    private static final int MAX_TYPOS = 3;

    /** What the binder would leave out of a key in silence, unless it stands in brackets. */
    private static final Pattern DROPPED = Pattern.compile("[^A-Za-z0-9._\\-\\[]");

    private static final Pattern BRACKETS = Pattern.compile("\\[[^\\[\\]]*(?:\\[[^\\[\\]]*][^\\[\\]]*)*]");

    private static final String IN_BRACKETS =
            " A tag with other characters than letters, digits, - and _ stands in brackets: leaf.tags[shop.order].preload in a"
                    + " properties file, \"[shop.order]\" as a key in YAML.";

    void check(Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (OWN_SOURCES.apply(source)
                    && source.getUnderlyingSource() instanceof EnumerablePropertySource<?> written) {
                for (String name : written.getPropertyNames()) {
                    if (name.regionMatches(true, 0, "leaf.", 0, 5)) {
                        check(name, source);
                    }
                }
            }
        }
    }

    private void check(String written, ConfigurationPropertySource source) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(written, '.');
        boolean isWhole =
                !DROPPED.matcher(BRACKETS.matcher(written).replaceAll("")).find();
        if (isWhole && known.has(name)) {
            return;
        }
        ConfigurationProperty property = source.getConfigurationProperty(name); // its value may be a secret
        String origin =
                (property == null || property.getOrigin() == null) ? "" : " (%s)".formatted(property.getOrigin());
        throw new LeafStartException(
                "There is no setting '%s'%s.".formatted(written, origin),
                isWhole ? remedy(written, name) : spelling(written),
                null);
    }

    private static String spelling(String written) {
        return "Write %s with letters, digits and dashes.%s".formatted(written, isOfTag(written) ? IN_BRACKETS : "");
    }

    private String remedy(String written, ConfigurationPropertyName name) {
        return nearest(written)
                        .map(meant -> "Write %s instead of %s, or remove it.".formatted(meant, written))
                        .orElseGet(() -> "Remove %s.%s".formatted(written, siblings(name)))
                + (isOfTag(written) ? IN_BRACKETS : "");
    }

    private static boolean isOfTag(String written) {
        return written.startsWith("leaf.tags");
    }

    /** The name that was probably meant: the one with the fewest typing errors, if these are few; a tag stays as it is written. */
    private Optional<String> nearest(String written) {
        String key = key(written);
        int most = Math.min(
                MAX_TYPOS, written.substring(written.lastIndexOf('.') + 1).length() / 2);
        return known.names().stream()
                .map(name -> name.replace(".**", "").replace(".*", key))
                .filter(name -> Typos.between(name, written) <= most)
                .min(Comparator.comparingInt(name -> Typos.between(name, written)));
    }

    /** The key of a map's entry with what parts it from the map, as in {@code .order} or {@code [shop:order]}. */
    private static String key(String written) {
        Matcher entry =
                Pattern.compile("leaf\\.[^.\\[]+(\\[.*]|\\.[^.\\[]+)\\..*").matcher(written);
        return entry.matches() ? entry.group(1) : ".<name>";
    }

    private String siblings(ConfigurationPropertyName name) {
        ConfigurationPropertyName group = name.getParent();
        String all = known.names().stream()
                .filter(each -> each.split("\\.").length == name.getNumberOfElements())
                .filter(each -> group.getNumberOfElements() > 1 && new KnownSettings(List.of(each)).has(group))
                .map(each -> each.substring(each.lastIndexOf('.') + 1))
                .distinct()
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : " Beside it there are %s.".formatted(all);
    }
}
