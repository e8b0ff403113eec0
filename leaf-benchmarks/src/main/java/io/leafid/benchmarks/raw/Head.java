package io.leafid.benchmarks.raw;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Origin of figures. Immutable.
 *
 * @param date the day, in UTC
 * @param commit the state of the sources, empty where git does not tell
 * @param command measures them again
 * @param machine what they were measured on
 */
public record Head(String date, String commit, String command, Machine machine) {

    /** Of what this command measures here and now. */
    public static Head now(String command) {
        return new Head(LocalDate.now(ZoneOffset.UTC).toString(), revision(), command, Machine.here());
    }

    private static String revision() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "--short", "HEAD").start();
            String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return (git.waitFor() == 0) ? output.strip() : "";
        } catch (IOException ex) {
            return "";
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
