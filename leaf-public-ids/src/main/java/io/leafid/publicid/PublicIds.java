package io.leafid.publicid;

/**
 * Turns ids into public ids and back: 22 characters of the alphabet of base64url, which fit into a URL as they are. Thread-safe.
 *
 * <p>One AES block holds the id and a hash of its tag. So a text tells neither the id, nor its neighbours, nor how many there are,
 * and one that was made up, changed, made for another tag or with another key is refused: it passes by chance with a probability of
 * 2<sup>-64</sup> for each key that is configured. The same id of the same tag has the same text as long as the key is the current
 * one. A public id is a name and no permission: whether its bearer may see what it names is the application's to check.
 */
public interface PublicIds {

    /** The number of characters of each public id. */
    int LENGTH = 22;

    /**
     * The public id of an id, made with the current key.
     *
     * @param tag the tag of the id
     * @param id the id, not negative
     * @return {@value #LENGTH} characters out of {@code A-Z a-z 0-9 - _}
     * @throws IllegalArgumentException if the tag is not legal or the id is negative
     */
    String encode(String tag, long id);

    /**
     * The id of a public id that was made with any of the keys. Takes the same time whichever of the keys it was.
     *
     * @param tag the tag that the text must have been made for
     * @param text what a caller sent
     * @return the id, not negative
     * @throws InvalidPublicIdException if the text is no public id of that tag
     * @throws IllegalArgumentException if the tag is not legal
     */
    long decode(String tag, String text);
}
