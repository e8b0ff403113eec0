package io.leafid;

/** Takes nine parts. */
record WideRecord(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}
