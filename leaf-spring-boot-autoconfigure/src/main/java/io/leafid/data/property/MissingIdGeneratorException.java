package io.leafid.data.property;

import io.leafid.IdGenerator;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.core.ResolvableType;

/** An entity has a property with {@code @LeafId}, and the application has no {@code IdGenerator}. */
public final class MissingIdGeneratorException extends NoSuchBeanDefinitionException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /** Names the property that wants an id. */
    MissingIdGeneratorException(String path) {
        super(ResolvableType.forClass(IdGenerator.class), path + " has @LeafId, so an IdGenerator is needed");
        this.path = path;
    }

    /** The entity and the property. */
    public String path() {
        return path;
    }
}
