/** Internal. The one reader and writer of JSON: nodes of a registry, files of other generators, settings, and answers. */
@NullMarked
package io.leafid.json;

import org.jspecify.annotations.NullMarked;
