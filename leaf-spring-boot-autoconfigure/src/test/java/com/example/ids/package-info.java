/**
 * The walk of docs/contribute/extending.md: a store and a holder of an application's own. It sees what is published and nothing else; the
 * small project in .ci/extending compiles and runs it against the installed artifacts.
 */
@NullMarked
package com.example.ids;

import org.jspecify.annotations.NullMarked;
