package io.leafid;

public final class Undocumented {

    private Undocumented() {}
}
