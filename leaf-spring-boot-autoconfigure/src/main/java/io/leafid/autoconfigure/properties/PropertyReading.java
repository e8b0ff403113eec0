package io.leafid.autoconfigure.properties;

import io.leafid.settings.InvalidSettingsException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.NestedExceptionUtils;

/**
 * One binding that goes on after what cannot be bound, so that all of it is reported, and that remembers each name that was looked for,
 * whether it has a value or not. Used by one thread.
 */
final class PropertyReading extends AbstractBindHandler {

    private final PropertyProblems problems;
    private final Set<ConfigurationPropertyName> attempted = new LinkedHashSet<>();
    private final Set<ConfigurationPropertyName> found = new HashSet<>();
    private boolean isComplete = true;

    PropertyReading(BindHandler parent, PropertyProblems problems) {
        super(parent);
        this.problems = problems;
    }

    @Override
    public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
        attempted.add(name);
        return super.onStart(name, target, context);
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        found.add(name);
        return super.onSuccess(name, target, context, result);
    }

    /** Leaves the default where a value cannot be used. */
    @Override
    public @Nullable Object onFailure(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) {
        if (NestedExceptionUtils.getMostSpecificCause(error) instanceof InvalidSettingsException refused) {
            problems.addAll(name.toString(), refused);
        } else {
            isComplete = false;
            problems.add(UnreadableValues.problemOf(name, target, context.getConfigurationProperty(), error));
        }
        return null;
    }

    /** Whether the binder has looked for a name; what it has not looked for is unknown. */
    boolean knows(ConfigurationPropertyName name) {
        return attempted.contains(name);
    }

    /** The names of settings that have a value, and of the groups that such a setting belongs to. */
    Set<ConfigurationPropertyName> found() {
        return found;
    }

    /** Whether every value could be read; if not, defaults stand where nothing was meant to. */
    boolean isComplete() {
        return isComplete;
    }
}
