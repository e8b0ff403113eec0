/** The manifests of the page about Kubernetes, and processes that live as their pods do. */
@NullMarked
package io.leafid.kubernetes;

import org.jspecify.annotations.NullMarked;
