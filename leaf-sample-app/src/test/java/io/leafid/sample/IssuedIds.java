package io.leafid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;

/** The ids that one client got for one tag, in the order in which they came. One thread only; small, for millions of ids. */
final class IssuedIds {

    private long[] ids = new long[1_024];
    private int count;

    /** Adds an id, which must be larger than the last one that this client got. */
    void add(long id) {
        if (count > 0 && id <= ids[count - 1]) {
            throw new AssertionError("id " + id + " after " + ids[count - 1]);
        }
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
        }
        ids[count++] = id;
    }

    int count() {
        return count;
    }

    /** All ids of several clients, sorted; fails if one of them is there twice. */
    static long[] distinct(Iterable<IssuedIds> clients) {
        long[] all = {};
        for (IssuedIds client : clients) {
            int before = all.length;
            all = Arrays.copyOf(all, before + client.count);
            System.arraycopy(client.ids, 0, all, before, client.count);
        }
        Arrays.sort(all);
        for (int i = 1; i < all.length; i++) {
            assertThat(all[i] == all[i - 1]).as("id %d came twice", all[i]).isFalse();
        }
        return all;
    }
}
