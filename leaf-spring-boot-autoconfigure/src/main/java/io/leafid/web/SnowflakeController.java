package io.leafid.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Controller that takes snowflake ids apart, and names those of an instant, by the layout of this application. Thread-safe. */
@RestController
@RequestMapping("${leaf.web.base-path:}")
public class SnowflakeController extends LeafController {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private final Engines engines;

    /**
     * Makes a controller.
     *
     * @param engines asked for the layout
     * @param isOpenToOtherSites whether pages of other sites may have a browser ask
     */
    public SnowflakeController(Engines engines, boolean isOpenToOtherSites) {
        super(isOpenToOtherSites, "GET");
        this.engines = engines;
    }

    @GetMapping("/api/snowflake/decode/{id}")
    ResponseEntity<Parts> decode(@PathVariable("id") String id) {
        SnowflakeId parts = unpack(id, "id");
        return json(new Parts(
                Long.toString(parts.id()),
                parts.timestamp().toString(),
                parts.workerId(),
                Long.toString(parts.sequence())));
    }

    @GetMapping("/api/snowflake/at/{instant}")
    ResponseEntity<Span> at(@PathVariable("instant") String text) {
        SnowflakeLayout layout = layout();
        Instant instant = instant(text);
        return json(new Span(Long.toString(layout.firstAt(instant)), Long.toString(layout.lastAt(instant))));
    }

    /** The original's form: texts, times in this server's zone, and a failure is 200 with a message that its clients look for. */
    @GetMapping("/decodeSnowflakeId")
    ResponseEntity<Map<String, String>> decodeAsOriginal(
            @RequestParam(name = "snowflakeId", defaultValue = "") String id) {
        try {
            SnowflakeId parts = unpack(id, "snowflakeId");
            String time = TIME.format(parts.timestamp().atZone(ZoneId.systemDefault()));
            return json(Map.of(
                    "timestamp", "%s(%s)".formatted(parts.timestamp().toEpochMilli(), time),
                    "workerId", Integer.toString(parts.workerId()),
                    "sequenceId", Long.toString(parts.sequence())));
        } catch (IllegalArgumentException ex) {
            return json(Map.of("errorMsg", String.valueOf(ex.getMessage())));
        }
    }

    private SnowflakeLayout layout() {
        return engines.requiredSnowflake().layout();
    }

    private SnowflakeId unpack(String id, String name) {
        SnowflakeLayout layout = layout();
        return layout.unpack(WholeNumber.parse(id, name, 0, Long.MAX_VALUE));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException ex) {
            throw new IllegalArgumentException(
                    "instant must be written as 2026-11-28T12:00:00Z, but is '%s'".formatted(WholeNumber.shown(text)),
                    ex);
        }
    }

    /** The parts of an id; those that JavaScript could not keep are texts. */
    record Parts(
            String id,
            String timestamp,
            @JsonProperty("workerId") int workerId,
            String sequence) {}

    /** The lowest and the highest id of a millisecond. */
    record Span(String first, String last) {}
}
