package org.springframework.cloud.context.environment;

import java.util.Set;
import org.springframework.context.ApplicationEvent;

/** Stands in for the event of Spring Cloud of this name, which Leaf knows by its name alone. */
public final class EnvironmentChangeEvent extends ApplicationEvent {

    private static final long serialVersionUID = 1L;

    /** Tells which keys have changed; only the source is kept. */
    public EnvironmentChangeEvent(Set<String> keys) {
        super(keys);
    }
}
