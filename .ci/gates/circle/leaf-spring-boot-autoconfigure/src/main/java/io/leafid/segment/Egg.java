package io.leafid.segment;

/** Needs a hen. */
final class Egg {

    private Egg() {}

    static int age() {
        return Hen.age() - 1;
    }
}
