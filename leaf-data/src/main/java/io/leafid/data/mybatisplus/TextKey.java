package io.leafid.data.mybatisplus;

/** A text as MyBatis-Plus takes it: it asks for a number also where the key is a {@code String}, and sets what that prints. Immutable. */
final class TextKey extends Number {

    private static final long serialVersionUID = 1L;

    private final String text;

    TextKey(String text) {
        this.text = text;
    }

    @Override
    public int intValue() {
        return Math.toIntExact(longValue());
    }

    @Override
    public long longValue() {
        return Long.parseLong(text);
    }

    @Override
    public float floatValue() {
        return longValue();
    }

    @Override
    public double doubleValue() {
        return longValue();
    }

    @Override
    public String toString() {
        return text;
    }
}
