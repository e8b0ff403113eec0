package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** The settings of an environment, bound and checked as at a start. */
public final class BoundSettings {

    private BoundSettings() {}

    /**
     * Binds the settings.
     *
     * @throws LeafStartException if they are refused
     */
    public static LeafProperties of(Environment environment) {
        BindHandler handler = new LeafPropertiesCheck(environment, new DefaultListableBeanFactory(), "leafDataSource")
                .apply(BindHandler.DEFAULT);
        try {
            return Binder.get(environment).bindOrCreate("leaf", Bindable.of(LeafProperties.class), handler);
        } catch (BindException ex) {
            if (ex.getCause() instanceof LeafStartException refused) {
                throw refused;
            }
            throw ex;
        }
    }
}
