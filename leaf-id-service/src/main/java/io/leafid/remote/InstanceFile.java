package io.leafid.remote;

import io.leafid.file.NoteFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that keeps the last list of instances for a start without the registry. Losing it costs such a start and nothing else, so
 * failures are logged, not thrown. For one writer at a time.
 *
 * <p>UTF-8: a header, the service's name, a line per instance (URL and zone, parted by a tab) and a checksum.
 */
public final class InstanceFile {

    private static final Logger logger = LoggerFactory.getLogger(InstanceFile.class);

    private static final String HEADER = "leaf service instances 1";
    private static final String SERVICE = "service ";
    private static final String TAB = "\t";
    private static final int MAX_BYTES = 1024 * 1024;

    private final NoteFile file;
    private final String service;

    /**
     * Names a file.
     *
     * @param file its path; made with its directory when there is something to keep
     * @param service the service whose instances it lists; a list of another service is not read
     */
    public InstanceFile(Path file, String service) {
        this.file = new NoteFile(file, HEADER, MAX_BYTES);
        this.service = service;
    }

    /** The list that was kept; empty if there is none that can be believed. */
    List<ServiceInstance> read() {
        try {
            return parse(file.read().orElse(List.of()));
        } catch (NoteFile.DamagedException ex) {
            logger.warn("{} is damaged: the last list of instances of the id service is not known", file);
        } catch (IOException | IllegalArgumentException ex) {
            logger.warn(
                    "the last list of instances of the id service could not be read from {}: {}", file, ex.toString());
        }
        return List.of();
    }

    /** Replaces the list, durably. */
    void write(List<ServiceInstance> instances) {
        StringBuilder text = new StringBuilder(SERVICE + service + "\n");
        instances.forEach(instance ->
                text.append(instance.url()).append(TAB).append(instance.zone()).append('\n'));
        try {
            file.write(text.toString());
        } catch (IOException ex) {
            logger.warn(
                    "the list of instances of the id service could not be kept in {}, so a start needs the registry: {}",
                    file,
                    ex.toString());
        }
    }

    private List<ServiceInstance> parse(List<String> lines) {
        if (lines.isEmpty() || !lines.get(0).equals(SERVICE + service)) {
            return List.of();
        }
        return lines.stream()
                .skip(1)
                .map(line -> line.split(TAB, 2))
                .map(parts -> ServiceInstance.of(parts[0], parts[1]))
                .toList();
    }
}
