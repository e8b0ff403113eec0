package io.leafid;

/** Indented by two. */
final class BadlyFormatted {

  private BadlyFormatted() { }
}
