package io.leafid.segment;

/** Needs an egg. */
final class Hen {

    private Hen() {}

    static int age() {
        return Egg.age() + 1;
    }
}
