package io.leafid.autoconfigure.properties;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record of settings below its {@code @ConfigurationProperties} prefix, which it may share with others. Each module lists its own in
 * {@code META-INF/spring/io.leafid.autoconfigure.properties.LeafSettings.imports}; what no listed record has is an unknown setting.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface LeafSettings {}
