package io.leafid.publicid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.publicid.LeafPublicIdsAutoConfiguration;
import io.leafid.publicid.AesPublicIds;
import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIdKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.propertyeditors.CustomNumberEditor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.format.FormatterRegistry;
import org.springframework.format.number.NumberStyleFormatter;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.ServletRequestDataBinder;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Public ids in Spring MVC, on Tomcat. */
class PublicIdsInServletsTest extends PublicIdRequestContract {

    PublicIdsInServletsTest() {
        super(WebApplicationType.SERVLET);
    }

    private static void run(Consumer<MockMvcTester> test) {
        run(OwnEditors.class, test);
    }

    private static void run(Class<?> configuration, Consumer<MockMvcTester> test) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        WebMvcAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafPublicIdsAutoConfiguration.class))
                .withPropertyValues("leaf.public-ids.keys.k=" + ServedPublicIds.KEY)
                .withUserConfiguration(configuration)
                .run(context -> test.accept(MockMvcTester.from(context)));
    }

    /** An editor comes before every conversion, and this one reads numbers. */
    @Test
    void editorOfTheApplicationReadsNoPublicId() {
        String text = new AesPublicIds(PublicIdKeys.parse("k", Map.of("k", ServedPublicIds.KEY))).encode("order", 7);
        run(mvc -> {
            assertThat(mvc.get().uri("/path/" + text)).hasStatusOk().bodyText().isEqualTo("7");
            assertThat(mvc.get().uri("/path/7")).hasStatus(400);
            assertThat(mvc.get().uri("/parameter?n=7")).hasStatus(400);
            assertThat(mvc.get().uri("/plain?n=8"))
                    .as("the editor counts elsewhere")
                    .hasStatusOk()
                    .bodyText()
                    .isEqualTo("8");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/type?number=7",
                "/property?number=7",
                "/nested?inner.number=7",
                "/rows?rows[0].number=7",
                "/lines?lines[0].number=7",
                "/grid?grid[0][0].number=7",
                "/formatted?inner.number=7",
                "/elements?numbers=7"
            })
    void formWhoseBinderHasAnEditorForItsPublicIdIsRefused(String path) {
        run(mvc -> assertThat(mvc.get().uri(path))
                .failure()
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .rootCause()
                .hasMessageStartingWith("@PublicId on number")
                .hasMessageContaining("an editor that an @InitBinder method registers"));
    }

    @Test
    void formWhoseBinderHasOtherEditorsIsRead() {
        String text = new AesPublicIds(PublicIdKeys.parse("k", Map.of("k", ServedPublicIds.KEY))).encode("order", 7);
        run(mvc -> {
            assertThat(mvc.get().uri("/others?inner.number=" + text + "&count=8"))
                    .hasStatusOk()
                    .bodyText()
                    .isEqualTo("7 8");
            assertThat(mvc.get().uri("/others?inner.number=7")).hasStatus(400);
        });
    }

    /** With the annotation Boot adds no converter; a formatter is added after those of Boot. */
    @ParameterizedTest
    @ValueSource(classes = {WithoutBoot.class, WithFormatter.class})
    void numberPassesForNoPublicIdWhateverTheApplicationAdds(Class<?> configuration) {
        String text = new AesPublicIds(PublicIdKeys.parse("k", Map.of("k", ServedPublicIds.KEY))).encode("order", 7);
        run(configuration, mvc -> {
            assertThat(mvc.get().uri("/bare/" + text)).hasStatusOk().bodyText().isEqualTo("7");
            assertThat(mvc.get().uri("/bare/7")).hasStatus(400);
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    @Import(Bare.class)
    static class WithoutBoot {}

    @Configuration(proxyBeanMethods = false)
    @Import(Bare.class)
    static class WithFormatter implements WebMvcConfigurer {

        @Override
        public void addFormatters(FormatterRegistry registry) {
            registry.addConverter(String.class, Long.class, Long::valueOf);
        }
    }

    @RestController
    static class Bare {

        @GetMapping("/bare/{n}")
        String path(@PathVariable("n") @PublicId("order") Long n) {
            return n.toString();
        }
    }

    record Form(@PublicId("order") Long number) {}

    static class Inner {

        @PublicId("order")
        private @Nullable Long number;

        public @Nullable Long getNumber() {
            return number;
        }

        public void setNumber(@Nullable Long number) {
            this.number = number;
        }
    }

    /** A form with others in it, which the binder makes as it goes. */
    static class Outer {

        private final Inner inner = new Inner();
        private final List<Inner> rows = new ArrayList<>();
        private int count;

        public Inner getInner() {
            return inner;
        }

        public List<Inner> getRows() {
            return rows;
        }

        public int getCount() {
            return count;
        }

        public void setCount(int count) {
            this.count = count;
        }
    }

    static class ByLines {

        private Inner[] lines = {new Inner()};

        public Inner[] getLines() {
            return lines;
        }

        public void setLines(Inner[] lines) {
            this.lines = lines;
        }
    }

    static class ByGrid {

        private final List<List<Inner>> grid = List.of(List.of(new Inner()));

        public List<List<Inner>> getGrid() {
            return grid;
        }
    }

    static class Numbers {

        @PublicId("order")
        private long[] numbers = {};

        public long[] getNumbers() {
            return numbers;
        }

        public void setNumbers(long[] numbers) {
            this.numbers = numbers;
        }
    }

    @RestController
    static class OwnEditors {

        @InitBinder({"n", "typed", "lines", "grid"})
        void types(WebDataBinder binder) {
            binder.registerCustomEditor(Long.class, new CustomNumberEditor(Long.class, true));
        }

        @InitBinder("named")
        void property(WebDataBinder binder) {
            binder.registerCustomEditor(Long.class, "number", new CustomNumberEditor(Long.class, true));
        }

        @InitBinder("nested")
        void nested(WebDataBinder binder) {
            binder.registerCustomEditor(Long.class, "inner.number", new CustomNumberEditor(Long.class, true));
        }

        @InitBinder("rows")
        void rows(ServletRequestDataBinder binder) {
            binder.registerCustomEditor(Long.class, "rows[0].number", new CustomNumberEditor(Long.class, true));
        }

        @InitBinder("formatted")
        void formatted(WebDataBinder binder) {
            binder.addCustomFormatter(new NumberStyleFormatter(), "inner.number");
        }

        @InitBinder("elements")
        void elements(WebDataBinder binder) {
            binder.registerCustomEditor(long.class, new CustomNumberEditor(Long.class, true));
        }

        @InitBinder("others")
        void others(WebDataBinder binder) {
            binder.registerCustomEditor(int.class, "count", new CustomNumberEditor(Integer.class, true));
        }

        @GetMapping("/path/{n}")
        String path(@PathVariable("n") @PublicId("order") long n) {
            return "" + n;
        }

        @GetMapping("/parameter")
        String parameter(@RequestParam("n") @PublicId("order") Long n) {
            return "" + n;
        }

        @GetMapping("/plain")
        String plain(@RequestParam("n") Long n) {
            return "" + n;
        }

        @GetMapping("/type")
        String type(@ModelAttribute("typed") Form form) {
            return "" + form;
        }

        private static String text(Outer form) {
            return form.getInner().getNumber() + " " + form.getCount();
        }

        @GetMapping("/nested")
        String nested(@ModelAttribute("nested") Outer form) {
            return text(form);
        }

        @GetMapping("/rows")
        String rows(@ModelAttribute("rows") Outer form) {
            return "" + form.getRows().get(0).getNumber();
        }

        @GetMapping("/lines")
        String lines(@ModelAttribute("lines") ByLines form) {
            return "" + form.getLines()[0].getNumber();
        }

        @GetMapping("/grid")
        String grid(@ModelAttribute("grid") ByGrid form) {
            return "" + form.getGrid().get(0).get(0).getNumber();
        }

        @GetMapping("/formatted")
        String formatted(@ModelAttribute("formatted") Outer form) {
            return text(form);
        }

        @GetMapping("/others")
        String others(@ModelAttribute("others") Outer form) {
            return text(form);
        }

        @GetMapping("/elements")
        String elements(@ModelAttribute("elements") Numbers form) {
            return Arrays.toString(form.getNumbers());
        }

        @GetMapping("/property")
        String property(@ModelAttribute("named") Form form) {
            return "" + form;
        }
    }
}
