package io.leafid.autoconfigure.remote;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@code RestClient.Builder} with which Leaf calls an id service, where that needs what other calls of the application must
 * not have, such as credentials. Its connections are replaced by Leaf's: they have the time-outs and the SSL bundle of
 * {@code leaf.remote}, and follow no redirect.
 */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier public @interface LeafRestClient {}
