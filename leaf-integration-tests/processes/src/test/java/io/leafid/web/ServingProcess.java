package io.leafid.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** An id service in a virtual machine of its own, until its standard input ends. */
final class ServingProcess {

    private ServingProcess() {}

    /** Writes the port to the file that is named first; what follows are settings. */
    public static void main(String[] arguments) throws IOException {
        String[] settings = new String[arguments.length - 1];
        System.arraycopy(arguments, 1, settings, 0, settings.length);
        try (ServedApplication served = new ServedApplication(settings)) {
            served.tag("order", 1, 1_000_000);
            Path port = Path.of(arguments[0]);
            Path draft = port.resolveSibling("draft");
            Files.writeString(draft, Integer.toString(served.application.port()));
            Files.move(draft, port, StandardCopyOption.ATOMIC_MOVE);
            while (System.in.read() >= 0) {
                // goes on
            }
        }
    }
}
