/**
 * Internal. The rules for everything that can be set under {@code leaf}: one class for each topic, in which a rule is a condition, a key,
 * a problem and a remedy. A class is loaded only where something of its topic is set.
 */
@NullMarked
package io.leafid.autoconfigure.properties.rules;

import org.jspecify.annotations.NullMarked;
