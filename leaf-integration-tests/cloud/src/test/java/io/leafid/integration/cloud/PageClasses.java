package io.leafid.integration.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** The classes beside docs/run/service.md, which a reader copies. Stateless. */
final class PageClasses {

    private PageClasses() {}

    /** A class, compiled into the directory and loaded from there as long as the JVM runs. */
    static Class<?> compiled(String name, Path directory) {
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        directory.toString(),
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "../../docs/run/service/" + name + ".java");
        assertThat(exit).isZero();
        try {
            URL[] places = {directory.toUri().toURL()};
            return new URLClassLoader(places, PageClasses.class.getClassLoader()).loadClass(name);
        } catch (IOException | ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
