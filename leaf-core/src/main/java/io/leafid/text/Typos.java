package io.leafid.text;

import java.util.stream.IntStream;

/** Typing errors between two texts. Stateless. */
public final class Typos {

    private Typos() {}

    /** The number of characters to add, remove or change. */
    public static int between(String from, String to) {
        int[] row = IntStream.rangeClosed(0, to.length()).toArray(); // from the beginning of one to those of the other
        for (int i = 0; i < from.length(); i++) {
            int diagonal = row[0]++;
            for (int j = 0; j < to.length(); j++) {
                int changed = diagonal + ((from.charAt(i) == to.charAt(j)) ? 0 : 1);
                diagonal = row[j + 1];
                row[j + 1] = Math.min(changed, 1 + Math.min(diagonal, row[j]));
            }
        }
        return row[to.length()];
    }
}
