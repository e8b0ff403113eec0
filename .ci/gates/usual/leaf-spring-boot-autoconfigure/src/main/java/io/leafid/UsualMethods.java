package io.leafid;

/** Has methods of 14 lines, which no more than five in a hundred may have. */
final class UsualMethods {

    private UsualMethods() {}

    static int one(int start) {
        int sum = start;
        sum += 1;
        sum += 2;
        sum += 3;
        sum += 4;
        sum += 5;
        sum += 6;
        sum += 7;
        sum += 8;
        sum += 9;
        sum += 10;
        sum += 11;
        sum += 12;
        return sum;
    }

    static int two(int start) {
        int sum = start;
        sum += 1;
        sum += 2;
        sum += 3;
        sum += 4;
        sum += 5;
        sum += 6;
        sum += 7;
        sum += 8;
        sum += 9;
        sum += 10;
        sum += 11;
        sum += 12;
        return sum;
    }

    static int three(int start) {
        int sum = start;
        sum += 1;
        sum += 2;
        sum += 3;
        sum += 4;
        sum += 5;
        sum += 6;
        sum += 7;
        sum += 8;
        sum += 9;
        sum += 10;
        sum += 11;
        sum += 12;
        return sum;
    }

    static int four(int start) {
        int sum = start;
        sum += 1;
        sum += 2;
        sum += 3;
        sum += 4;
        sum += 5;
        sum += 6;
        sum += 7;
        sum += 8;
        sum += 9;
        sum += 10;
        sum += 11;
        sum += 12;
        return sum;
    }
}
