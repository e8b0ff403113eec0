package io.leafid.data.jackson;

import tools.jackson.databind.module.SimpleModule;

/**
 * Module of Jackson 3 that writes properties with {@code @LeafId} as strings of digits, since a browser rounds numbers of more than 53
 * bits, and reads them from strings and numbers. What another annotation says of a property comes first. Thread-safe.
 */
public final class LeafIdModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    public LeafIdModule() {
        super(LeafIdModule.class.getName());
    }

    @Override
    public void setupModule(SetupContext context) {
        context.appendAnnotationIntrospector(new LeafIdIntrospector());
    }
}
