package io.leafid.autoconfigure;

import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.lifecycle.ContextLifecycle;
import java.util.Collection;
import java.util.List;

/**
 * Closes Leaf's own connections when the context stops, as for a checkpoint of the process, which must hold none: after the
 * generators, which may have to give something back. A generator that is asked for ids in a context that was only stopped
 * gets new ones. Thread-safe.
 */
public final class ConnectionsLifecycle extends ContextLifecycle {

    private final Collection<ChosenDatabase> databases;

    public ConnectionsLifecycle(Collection<ChosenDatabase> databases) {
        super(CONNECTIONS);
        this.databases = List.copyOf(databases);
    }

    @Override
    protected void end() {
        databases.forEach(ChosenDatabase::release);
    }
}
