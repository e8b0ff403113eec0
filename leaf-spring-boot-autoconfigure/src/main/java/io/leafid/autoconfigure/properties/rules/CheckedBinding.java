package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.settings.InvalidSettingsException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The binding of {@link LeafProperties}, which goes on after what cannot be bound, so that all of it is reported, and ends with the check.
 * Bindings of other types pass. Used by one thread.
 */
final class CheckedBinding extends AbstractBindHandler {

    private final Environment environment;
    private final LeafPropertiesCheck check;
    private final Set<ConfigurationPropertyName> attempted = new HashSet<>();
    private @Nullable Problems problems; // there while the settings of Leaf are bound
    private boolean isComplete = true;

    /** Checks what was bound before the binding ends. */
    CheckedBinding(BindHandler parent, Environment environment, LeafPropertiesCheck check) {
        super(parent);
        this.environment = environment;
        this.check = check;
    }

    @Override
    public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
        if (context.getDepth() == 0 && target.getType().resolve() == LeafProperties.class) {
            problems = new Problems(environment);
            NameRules.checkSpelling(environment, problems);
            problems.throwIfAny(); // what binds to the wrong name would only cause misleading problems below
        }
        attempted.add(name);
        return super.onStart(name, target, context);
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        if (problems != null && (!(result instanceof String text) || StringUtils.hasText(text))) {
            problems.addBound(name);
            ConfigurationProperty property = context.getConfigurationProperty();
            // the text is looked at, since the value no longer tells how it was written
            boolean isNumber = result instanceof Duration || result instanceof Number;
            if (isNumber && property != null && property.getName().equals(name)) {
                String written = environment.resolvePlaceholders(String.valueOf(property.getValue()));
                ValueRules.checkNumber(name.toString(), written.strip(), result instanceof Duration, problems);
            }
        }
        return super.onSuccess(name, target, context, result);
    }

    /** Leaves the default where a value cannot be used. */
    @Override
    public @Nullable Object onFailure(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) throws Exception {
        if (problems == null || context.getDepth() == 0) {
            return super.onFailure(name, target, context, error);
        }
        if (NestedExceptionUtils.getMostSpecificCause(error) instanceof InvalidSettingsException refused) {
            problems.addAll(name.toString(), refused);
        } else {
            isComplete = false;
            ValueRules.addUnreadable(name.toString(), target, error, problems);
        }
        return null;
    }

    @Override
    public void onFinish(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result)
            throws Exception {
        super.onFinish(name, target, context, result);
        if (problems != null && context.getDepth() == 0 && result instanceof LeafProperties properties) {
            NameRules.checkUnknown(environment, attempted, problems);
            NameRules.checkAliases(problems);
            if (!isComplete) {
                problems.throwIfAny(); // defaults that stand for what cannot be read would cause misleading problems
            }
            check.check(properties, problems);
        }
    }
}
