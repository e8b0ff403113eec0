package io.leafid;

import org.junit.jupiter.api.Test;

class MessagesPageTest {
    @Test
    void print() {
        SourceTexts.logged().forEach((text, level) -> System.out.println(level + " " + text));
    }
}
