package io.leafid.benchmarks.segments;

import java.util.Random;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** One thread's order of tags: random, made beforehand, the same in every run. */
@State(Scope.Thread)
public class TagChoice {

    private static final int MASK = (1 << 12) - 1;

    private final int[] numbers = new int[MASK + 1];
    private final String[] tags = new String[MASK + 1];
    private final String[] madeUpTags = new String[MASK + 1];
    private int cursor;

    /** Draws the order. */
    @Setup(Level.Trial)
    public void draw(ThreadParams threads) {
        String[] madeUp = TagNames.ALL.stream().map(TagNames::copy).toArray(String[]::new);
        Random random = new Random(threads.getThreadIndex());
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.nextInt(madeUp.length);
            tags[i] = TagNames.ALL.get(numbers[i]);
            madeUpTags[i] = madeUp[numbers[i]];
        }
    }

    /** The next tag to ask for, as the constant that callers usually write. */
    String nextTag() {
        return tags[cursor++ & MASK];
    }

    /** The next tag to ask for, as a string of the caller's own making. */
    String nextMadeUpTag() {
        return madeUpTags[cursor++ & MASK];
    }

    /** The next tag to ask for, as its number. */
    int nextNumber() {
        return numbers[cursor++ & MASK];
    }
}
