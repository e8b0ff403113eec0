/** Programs of docs/start/plain-java.md. */
@NullMarked
package com.example.plain;

import org.jspecify.annotations.NullMarked;
