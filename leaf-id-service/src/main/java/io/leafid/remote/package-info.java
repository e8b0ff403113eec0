/**
 * Internal. The client of an id service: ranges of ids that are allocated over HTTP instead of in a database, from whichever
 * instance of the service answers.
 */
@NullMarked
package io.leafid.remote;

import org.jspecify.annotations.NullMarked;
