/** Stands in for what Spring Cloud has here. */
@NullMarked
package org.springframework.cloud.context.environment;

import org.jspecify.annotations.NullMarked;
