/**
 * Internal. Files in places that other users of the machine may reach: made for this user alone, and believed only where
 * no other user can have put them.
 */
@NullMarked
package io.leafid.file;

import org.jspecify.annotations.NullMarked;
