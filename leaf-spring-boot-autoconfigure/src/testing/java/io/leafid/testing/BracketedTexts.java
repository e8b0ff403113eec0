package io.leafid.testing;

import io.leafid.IdGenerator;
import io.leafid.TextId;
import io.leafid.TextIds;
import io.leafid.TextStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Texts of the tag {@code slip}, such as {@code <7>}, of ids of {@code slip/2026}.
 *
 * @param ids where the ids come from
 */
public record BracketedTexts(ObjectProvider<IdGenerator> ids) implements TextIds {

    public static final String PERIOD = "slip/2026";

    /** Makes them a bean of an application. */
    public static void addTo(GenericApplicationContext beans) {
        beans.registerBean(TextIds.class, () -> new BracketedTexts(beans.getBeanProvider(IdGenerator.class)));
    }

    @Override
    public String nextText(String tag) {
        return nextTexts(tag, 1).get(0);
    }

    @Override
    public List<String> nextTexts(String tag, int count) {
        return Arrays.stream(ids.getObject().nextIds(periodOf(tag), count))
                .mapToObj(id -> "<" + id + ">")
                .toList();
    }

    @Override
    public TextId parse(String tag, String text) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean knows(String tag) {
        return tag.equals("slip");
    }

    @Override
    public String periodOf(String tag) {
        return knows(tag) ? PERIOD : tag;
    }

    @Override
    public SortedMap<String, TextStatus> status() {
        return new TreeMap<>(Map.of("slip", new TextStatus("<{id:03}>", "YEAR", "UTC", PERIOD, 0.25)));
    }
}
