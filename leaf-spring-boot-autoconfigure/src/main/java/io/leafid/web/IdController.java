package io.leafid.web;

import io.leafid.IdGenerator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Controller of ids and texts: one as plain text or, where {@code ?count=n} asks for a batch, an array of texts. The original's paths
 * know no batch, and are JSON where {@code Accept} asks for that, of which the digits are valid. Thread-safe.
 */
@RestController
@RequestMapping("${leaf.web.base-path:}")
public class IdController extends LeafController {

    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);
    private static final String ORIGINALS_TYPE = "text/plain;charset=UTF-8";

    private final Engines engines;
    private final WaitLimit limit;
    private final int maxCount;

    /**
     * Makes a controller.
     *
     * @param engines asked for ids
     * @param limit how many requests may wait
     * @param maxCount how many ids one request may ask for
     * @param isOpenToOtherSites whether pages of other sites may have a browser ask
     */
    public IdController(Engines engines, WaitLimit limit, int maxCount, boolean isOpenToOtherSites) {
        super(isOpenToOtherSites, "GET");
        this.engines = engines;
        this.limit = limit;
        this.maxCount = maxCount;
    }

    @GetMapping({"/api/ids/{tag}", "/api/ids"})
    ResponseEntity<Object> ids(
            @PathVariable(name = "tag", required = false) @Nullable String tag,
            @RequestParam(name = "tag", required = false) @Nullable String named,
            @RequestParam(name = "count", required = false) @Nullable String count) {
        String wanted = required(tag, named);
        IdGenerator engine = engines.byTag().apply(wanted);
        if (count == null) {
            return answer(TEXT, Long.toString(limit.nextId(engine, wanted)));
        }
        long[] ids = limit.nextIds(engine, wanted, number(count));
        return json(Arrays.stream(ids).mapToObj(Long::toString).toList());
    }

    @GetMapping({"/api/texts/{tag}", "/api/texts"})
    ResponseEntity<Object> texts(
            @PathVariable(name = "tag", required = false) @Nullable String tag,
            @RequestParam(name = "tag", required = false) @Nullable String named,
            @RequestParam(name = "count", required = false) @Nullable String count) {
        String wanted = required(tag, named);
        IdGenerator engine = engines.byTag().apply(wanted);
        List<String> texts =
                limit.nextTexts(engine, engines.texts().get(), wanted, (count == null) ? 1 : number(count));
        return (count == null) ? answer(TEXT, texts.get(0)) : json(texts);
    }

    @GetMapping(
            path = {"/api/segment/get/{tag}", "/api/segment/get/{tag}/", "/api/segment/get"},
            produces = {ORIGINALS_TYPE, MediaType.APPLICATION_JSON_VALUE})
    ResponseEntity<String> segment(
            @PathVariable(name = "tag", required = false) @Nullable String tag,
            @RequestParam(name = "tag", required = false) @Nullable String named) {
        return original(engines.requiredSegment(), required(tag, named));
    }

    @GetMapping(
            path = {"/api/snowflake/get/{tag}", "/api/snowflake/get/{tag}/", "/api/snowflake/get"},
            produces = {ORIGINALS_TYPE, MediaType.APPLICATION_JSON_VALUE})
    ResponseEntity<String> snowflake(
            @PathVariable(name = "tag", required = false) @Nullable String tag,
            @RequestParam(name = "tag", required = false) @Nullable String named) {
        return original(engines.requiredSnowflake(), required(tag, named));
    }

    /** The type is left to what the client accepts. */
    private ResponseEntity<String> original(IdGenerator engine, String tag) {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .header(NO_SNIFF, "nosniff")
                .body(Long.toString(limit.nextId(engine, tag)));
    }

    private static String required(@Nullable String tag, @Nullable String named) {
        String wanted = (tag == null) ? named : tag;
        if (wanted == null) {
            throw Problems.exception(HttpStatus.NOT_FOUND, "the path ends where a tag should follow");
        }
        return wanted;
    }

    private int number(String count) {
        return (int) WholeNumber.parse(count, "count", 1, maxCount);
    }
}
