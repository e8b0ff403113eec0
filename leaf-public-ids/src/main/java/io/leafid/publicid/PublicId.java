package io.leafid.publicid;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an id that outsiders see as a public id: the program has the number, JSON, paths and parameters have the text.
 *
 * <p>On a property of type {@code long}, {@code Long}, {@code long[]}, or a collection, an array, an {@code Optional} or a map with
 * values of type {@code Long} that Jackson 3 writes and reads. On a parameter of type {@code long}, {@code Long}, an array of them, or a
 * {@code Collection}, {@code List}, {@code Set} or {@code Optional} of {@code Long}, that Spring MVC or WebFlux fills from a path, a
 * request parameter, a header or a cookie, and on such a property of a model attribute. A text that is none is answered with status 400.
 * On any other type or place the application does not start, since the number itself would pass there.
 *
 * @see PublicIds
 */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface PublicId {

    /** The tag of the ids; a text that was made for another tag is refused. */
    String value();
}
