/**
 * Public API. What tests of an application use: contexts that do not disturb each other, engines on stores in memory, and
 * predictable ids.
 */
@NullMarked
package io.leafid.test;

import org.jspecify.annotations.NullMarked;
