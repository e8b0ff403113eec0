package io.leafid.data.property;

import io.leafid.IdGenerator;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.core.ResolvableType;

/** An entity has a property with {@code @LeafId}, and the application has no {@code IdGenerator}. */
public final class MissingIdGeneratorException extends NoSuchBeanDefinitionException {

    private static final long serialVersionUID = 1L;

    private final String path;

    MissingIdGeneratorException(String path) {
        super(ResolvableType.forClass(IdGenerator.class), path + " has @LeafId, so an IdGenerator is needed");
        this.path = path;
    }

    public String path() {
        return path;
    }
}
