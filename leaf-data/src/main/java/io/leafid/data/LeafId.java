package io.leafid.data;

import io.leafid.data.hibernate.LeafIdValueGenerator;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * A property of an entity that gets its value from Leaf when the entity is stored for the first time.
 *
 * <pre>
 * &#64;Entity
 * class Order {
 *
 *     &#64;Id
 *     &#64;LeafId
 *     private Long id;
 * }
 * </pre>
 *
 * <p>The property is a {@code long}, a {@code Long} or a {@code String} of decimal digits. A value that is there already stays:
 * only {@code null} and 0 are replaced; for keys of Hibernate see {@link #assignable()}. It works with Hibernate ORM, where no further annotation is needed, with Spring Data
 * JDBC and R2DBC, and with MyBatis-Plus. No statement is added: the id comes from memory, and inserts stay batched.
 *
 * <p>Storing an entity throws what {@link io.leafid.IdGenerator#nextId(String)} throws, for example
 * {@link io.leafid.UnknownTagException} if the tag is not set up.
 */
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@IdGeneratorType(LeafIdValueGenerator.class)
@ValueGenerationType(generatedBy = LeafIdValueGenerator.class)
public @interface LeafId {

    /** Tag of the ids; empty for the name of the entity's table in lower case. */
    String value() default "";

    /**
     * Returns whether the application may assign the key of an entity of Hibernate itself. Without it an entity with a key is an old one,
     * as with {@code @GeneratedValue}, unless its version, of a type that can be {@code null}, says that it is new. With it Hibernate looks
     * up in the database whether an entity is new.
     */
    boolean assignable() default false;
}
