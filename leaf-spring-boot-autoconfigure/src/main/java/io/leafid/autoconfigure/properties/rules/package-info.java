/**
 * Internal. The rules for everything that can be set under {@code leaf}: one class for each topic, in which a rule is a condition, a key and
 * a code. What is said of a broken rule stands in {@code problems.properties} under its code. A class is loaded only where something of its
 * topic is set, and the texts only where there is a problem.
 */
@NullMarked
package io.leafid.autoconfigure.properties.rules;

import org.jspecify.annotations.NullMarked;
