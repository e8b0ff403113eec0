package io.leafid.publicid.jackson;

import io.leafid.publicid.PublicIds;
import java.util.function.Supplier;
import tools.jackson.databind.module.SimpleModule;

/**
 * Module of Jackson 3 that writes and reads properties with {@code @PublicId} as public ids. Thread-safe.
 *
 * <p>Leaf's auto-configuration gives it to Boot's mapper; a mapper of the application's own gets it by {@code addModule}.
 */
public final class PublicIdModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<PublicIds> publicIds;

    /** Makes a module that converts with these public ids. */
    public PublicIdModule(PublicIds publicIds) {
        this(() -> publicIds);
    }

    /**
     * Makes a module that asks for the public ids when the first property with the annotation is met.
     *
     * @param publicIds gives them, or fails if there are none: an id must not leave as a number then
     */
    public PublicIdModule(Supplier<PublicIds> publicIds) {
        super(PublicIdModule.class.getName());
        this.publicIds = publicIds;
    }

    @Override
    public void setupModule(SetupContext context) {
        PublicIdIntrospector introspector = new PublicIdIntrospector(publicIds);
        context.insertAnnotationIntrospector(introspector);
        context.addValueInstantiators(new PublicIdWrapper.Makers(publicIds));
        context.addKeySerializers(new PublicIdKeySerializer.Finder(introspector));
    }
}
