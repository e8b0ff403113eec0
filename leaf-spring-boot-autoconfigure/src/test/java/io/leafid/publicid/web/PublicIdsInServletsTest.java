package io.leafid.publicid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.publicid.LeafPublicIdsAutoConfiguration;
import io.leafid.publicid.AesPublicIds;
import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIdKeys;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.propertyeditors.CustomNumberEditor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Public ids in Spring MVC, on Tomcat. */
class PublicIdsInServletsTest extends PublicIdRequestContract {

    PublicIdsInServletsTest() {
        super(WebApplicationType.SERVLET);
    }

    private static void run(Consumer<MockMvcTester> test) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        WebMvcAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafPublicIdsAutoConfiguration.class))
                .withPropertyValues("leaf.public-ids.keys.k=" + ServedPublicIds.KEY)
                .withUserConfiguration(OwnEditors.class)
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
    @CsvSource({"/type, typed", "/property, named"})
    void formWhoseBinderHasAnEditorForItsPublicIdIsRefused(String path, String form) {
        run(mvc -> assertThat(mvc.get().uri(path + "?number=7"))
                .failure()
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .rootCause()
                .hasMessageStartingWith("@PublicId on number of ")
                .hasMessageContaining("an editor that an @InitBinder method registers"));
    }

    record Form(@PublicId("order") Long number) {}

    @RestController
    static class OwnEditors {

        @InitBinder({"n", "typed"})
        void types(WebDataBinder binder) {
            binder.registerCustomEditor(Long.class, new CustomNumberEditor(Long.class, true));
        }

        @InitBinder("named")
        void property(WebDataBinder binder) {
            binder.registerCustomEditor(Long.class, "number", new CustomNumberEditor(Long.class, true));
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

        @GetMapping("/property")
        String property(@ModelAttribute("named") Form form) {
            return "" + form;
        }
    }
}
