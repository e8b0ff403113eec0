package io.leafid.web;

import io.leafid.segment.status.SegmentTagQuery;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * Controller of the live page: its files, to which a link of another site may lead, and the state that they show, which no other site
 * reads. Thread-safe.
 */
@RestController
@RequestMapping("${leaf.web.base-path:}/leaf")
public class PageController extends LeafController {

    /** Nothing from elsewhere, no inline script, not in a frame. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** JavaScript loses digits of numbers above 2⁵³. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Long.class, ToStringSerializer.instance)
                    .addSerializer(long.class, ToStringSerializer.instance))
            .build();

    private final Function<SegmentTagQuery, ?> state;

    /**
     * Makes a controller.
     *
     * @param state what the page shows of the tags that it asks for
     * @param isOpenToOtherSites whether pages of other sites may read the state
     */
    public PageController(Function<SegmentTagQuery, ?> state, boolean isOpenToOtherSites) {
        super(isOpenToOtherSites, "GET, HEAD");
        this.state = state;
    }

    /** A link of another site may lead here. */
    @Override
    void admit(String method, Function<String, @Nullable String> header) {}

    @GetMapping
    ResponseEntity<Resource> page() {
        return file("index.html");
    }

    @GetMapping("/{name:[a-z-]+\\.(?:css|js)}")
    ResponseEntity<Resource> file(@PathVariable("name") String name) {
        Resource file = new ClassPathResource("page/" + name, PageController.class);
        if (!file.exists()) {
            throw Problems.exception(HttpStatus.NOT_FOUND, "the live page has no such part");
        }
        MediaType type = MediaTypeFactory.getMediaType(name).orElse(MediaType.APPLICATION_OCTET_STREAM);
        return ResponseEntity.ok()
                .headers(answer(new MediaType(type, StandardCharsets.UTF_8), file)
                        .getHeaders())
                .header("Content-Security-Policy", POLICY)
                .header("Referrer-Policy", "no-referrer")
                .body(file);
    }

    @GetMapping("/state")
    ResponseEntity<String> state(
            @RequestHeader HttpHeaders headers,
            @RequestParam(name = "filter", required = false) @Nullable String filter,
            @RequestParam(name = "sort", required = false) @Nullable String sort,
            @RequestParam(name = "limit", required = false) @Nullable String limit) {
        requireOwnSite(headers::getFirst);
        Integer most = (limit == null) ? null : (int) WholeNumber.parse(limit, "limit", 1, SegmentTagQuery.MAX_LIMIT);
        return json(MAPPER.writeValueAsString(state.apply(SegmentTagQuery.of(filter, sort, most))));
    }
}
