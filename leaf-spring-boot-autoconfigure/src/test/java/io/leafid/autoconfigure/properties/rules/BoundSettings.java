package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The settings of an environment, bound and checked as at a start. */
public final class BoundSettings {

    private BoundSettings() {}

    /**
     * Binds the settings.
     *
     * @throws LeafStartException if they are refused
     */
    public static LeafProperties of(Environment environment) {
        LeafPropertiesCheck.checkNames(environment);
        LeafProperties properties = Binder.get(environment).bindOrCreate("leaf", LeafProperties.class);
        LeafPropertiesCheck.check(properties);
        return properties;
    }

    /** The same of lines {@code key=value}. */
    static LeafProperties of(String... lines) {
        Map<String, Object> settings = new HashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            settings.put(line.substring(0, equals), line.substring(equals + 1));
        }
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        return of(environment);
    }
}
