package io.leafid.testing;

import java.util.List;
import java.util.Set;

/**
 * The threads that were begun since this was made. Other tests of the same process may have left some that live on, those of
 * cached contexts for example.
 */
public final class NewThreads {

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    /** The sorted names of those that live and whose names begin so. */
    public List<String> named(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && thread.isAlive())
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .sorted()
                .toList();
    }
}
