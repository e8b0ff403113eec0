package io.leafid;

import java.util.List;
import java.util.SortedMap;

/**
 * Hands out texts made of ids, such as invoice numbers, and reads them. A tag with a pattern has texts in that pattern; any other tag has
 * the digits of its ids. Thread-safe.
 *
 * <p>The counter of a tag may begin at 1 each day, month or year. Each such period is a tag of its own, such as
 * {@code invoice/20261128}; the date of a text and its number come from that one tag, so they cannot disagree.
 */
public interface TextIds {

    /**
     * Returns the next id of a tag as a text.
     *
     * @param tag the business key that the text is for, 1 to 128 characters
     * @return a text that no other call has got of this tag
     * @throws IdsExhaustedException if the pattern has no room for the id
     * @throws IdGenerationException if no id can be issued within the deadline
     * @throws IllegalArgumentException if the tag is not legal
     */
    String nextText(String tag);

    /**
     * Returns several ids of a tag as texts, in the order of the ids: all of them or an exception.
     *
     * @param tag the business key that the texts are for, 1 to 128 characters
     * @param count how many texts, 1 to {@value IdGenerator#MAX_BATCH}
     * @return exactly {@code count} texts
     * @throws IdsExhaustedException if the pattern has no room for all of the ids
     * @throws IdGenerationException if the ids cannot be issued within the deadline
     * @throws IllegalArgumentException if the tag is not legal or the count is out of range
     */
    List<String> nextTexts(String tag, int count);

    /**
     * Reads the date and the id of a text. It asks no store: a text that was never issued is accepted if it is written well.
     *
     * @throws InvalidTextException if it does not have the pattern of the tag, or a wrong check digit
     * @throws IllegalArgumentException if the tag is not legal, or has no pattern
     */
    TextId parse(String tag, String text);

    /** Returns whether the texts of a tag have a pattern. */
    boolean knows(String tag);

    /** The tag whose ids are in the texts of a tag now: that of the present period, or the tag itself if it has none. */
    String periodOf(String tag);

    /** The texts of the tags with a pattern, by tag; consumes no id and asks no store. */
    SortedMap<String, TextStatus> status();
}
