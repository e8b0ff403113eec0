/**
 * The model of how a worker id's time is shared out, small enough that every order of events can be tried.
 */
@NullMarked
package io.leafid.model;

import org.jspecify.annotations.NullMarked;
