package io.leafid.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs that a page of the documentation shows, as they are compiled and run by tests. */
public final class PageCode {

    private PageCode() {}

    /** A page in the folder of the documentation. */
    public static String page(String name) throws IOException {
        return Files.readString(file(name));
    }

    /** The file of a page, whichever module its test is in. */
    public static Path file(String name) {
        Path docs = Path.of("..", "docs");
        return (Files.isDirectory(docs) ? docs : Path.of("..").resolve(docs))
                .resolve(name)
                .toAbsolutePath()
                .normalize();
    }

    /** The ids that a program prints, each on a line of its own; what is logged between them is left out. */
    public static List<String> printed(Program program, String argument) {
        PrintStream usual = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            program.run(new String[] {argument});
        } finally {
            System.setOut(usual);
        }
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.matches("\\d+"))
                .toList();
    }

    /** A {@code main} method. */
    @FunctionalInterface
    public interface Program {

        /** Runs it. */
        void run(String[] arguments);
    }
}
