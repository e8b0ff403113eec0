package io.leafid.publicid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.publicid.LeafPublicIdsAutoConfiguration;
import io.leafid.publicid.PublicId;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.propertyeditors.CustomNumberEditor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.support.WebBindingInitializer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** Where {@code @PublicId} cannot count, an application does not start: the number itself would pass. */
class RefusedPublicIdsTest {

    private static Stream<Class<?>> refused() {
        return Arrays.stream(RefusedPublicIdsTest.class.getDeclaredClasses())
                .filter(each -> each.isAnnotationPresent(RestController.class));
    }

    private static final String KEY = "leaf.public-ids.keys.k=" + ServedPublicIds.KEY;

    @ParameterizedTest
    @MethodSource("refused")
    void servletApplicationDoesNotStart(Class<?> controller) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        WebMvcAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafPublicIdsAutoConfiguration.class))
                .withPropertyValues(KEY)
                .withUserConfiguration(controller)
                .run(context -> assertThatFailed(context.getStartupFailure()));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void reactiveApplicationDoesNotStart(Class<?> controller) {
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HttpHandlerAutoConfiguration.class,
                        WebFluxAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafPublicIdsAutoConfiguration.class))
                .withPropertyValues(KEY)
                .withUserConfiguration(controller)
                .run(context -> assertThatFailed(context.getStartupFailure()));
    }

    @Test
    void applicationWhoseBindersAreOutOfReachDoesNotStart() {
        WebApplicationContextRunner runner = new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        WebMvcAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafPublicIdsAutoConfiguration.class))
                .withBean(WebMvcRegistrations.class, OwnBinders::new);

        runner.run(context -> assertThat(context).hasNotFailed());
        runner.withUserConfiguration(Supported.ALong.class)
                .run(context -> assertThatFailed(context.getStartupFailure()));
    }

    /** Binders that the application makes. */
    private static final class OwnBinders implements WebMvcRegistrations {

        @Override
        public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
            return new RequestMappingHandlerAdapter() {
                @Override
                public WebBindingInitializer getWebBindingInitializer() {
                    return binder -> {};
                }
            };
        }
    }

    /** WebFlux lets nothing come between a binder method and the editors that it registers. */
    @Test
    void reactiveApplicationWhoseBinderMethodsMayReadTheNumberDoesNotStart() {
        ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HttpHandlerAutoConfiguration.class,
                        WebFluxAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafPublicIdsAutoConfiguration.class))
                .withPropertyValues(KEY);

        runner.withUserConfiguration(Supported.ALong.class, Supported.OfOthers.class)
                .run(context -> assertThat(context).hasNotFailed());
        runner.withUserConfiguration(Supported.OwnEditors.class)
                .run(context -> assertThatFailed(context.getStartupFailure()));
        runner.withUserConfiguration(Supported.ALong.class, Supported.OfAll.class)
                .run(context -> assertThatFailed(context.getStartupFailure()));
    }

    /** What is supported, for the contrast. */
    static class Supported {

        @RestController
        static class ALong {
            @GetMapping("/{n}")
            String get(@PathVariable("n") @PublicId("order") long n) {
                return "" + n;
            }
        }

        @RestController
        static class OwnEditors extends ALong {
            @InitBinder
            void bind(WebDataBinder binder) {
                binder.registerCustomEditor(Long.class, new CustomNumberEditor(Long.class, true));
            }
        }

        @ControllerAdvice
        static class OfAll {
            @InitBinder
            void bind(WebDataBinder binder) {
                binder.registerCustomEditor(Long.class, new CustomNumberEditor(Long.class, true));
            }
        }

        @ControllerAdvice(assignableTypes = RefusedPublicIdsTest.class)
        static class OfOthers extends OfAll {}
    }

    private static void assertThatFailed(@Nullable Throwable failure) {
        assertThat(failure).isNotNull();
        assertThat(failure).rootCause().hasMessageStartingWith("Leaf cannot read a public id: ");
        assertThat(failure).rootCause().hasMessageContaining(" has @PublicId, but ");
    }

    /** Whatever comes by another way than the methods that are there at start. */
    @ParameterizedTest
    @MethodSource("fields")
    void conversionRefusesWhatTheStartHasNotSeen(Field field) {
        StrictConversion conversion = new StrictConversion(new DefaultConversionService());
        TypeDescriptor text = TypeDescriptor.valueOf(String.class);
        TypeDescriptor target = new TypeDescriptor(field);

        assertThat(conversion.canConvert(text, target))
                .as("no editor comes after it")
                .isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> conversion.convert("7", text, target))
                .withMessageStartingWith("@PublicId is on a type that is not filled from public ids");
        assertThatThrownBy(() -> conversion.convert(7, target, text)).isInstanceOf(IllegalStateException.class);
    }

    private static Stream<Field> fields() {
        return Arrays.stream(Fields.class.getDeclaredFields()).filter(field -> !field.isSynthetic());
    }

    static class Fields {

        @PublicId("order")
        int number;

        @PublicId("order")
        BigInteger large = BigInteger.ONE;

        @PublicId("order")
        String text = "";

        @PublicId("order")
        List<Integer> integers = List.of();

        @PublicId("order")
        AtomicLong atomic = new AtomicLong();

        @PublicId("order")
        int[] array = {};
    }

    @RestController
    static class AnInt {
        @GetMapping("/{n}")
        String get(@PathVariable("n") @PublicId("order") int n) {
            return "" + n;
        }
    }

    @RestController
    static class AnInteger {
        @GetMapping("/{n}")
        String get(@PathVariable("n") @PublicId("order") Integer n) {
            return "" + n;
        }
    }

    @RestController
    static class ABigInteger {
        @GetMapping("/{n}")
        String get(@PathVariable("n") @PublicId("order") BigInteger n) {
            return "" + n;
        }
    }

    @RestController
    static class AText {
        @GetMapping("/{n}")
        String get(@PathVariable("n") @PublicId("order") String n) {
            return n;
        }
    }

    @RestController
    static class ANumber {
        @GetMapping("/")
        String get(@RequestParam("n") @PublicId("order") Number n) {
            return "" + n;
        }
    }

    @RestController
    static class AnObject {
        @GetMapping("/")
        String get(@RequestParam("n") @PublicId("order") Object n) {
            return "" + n;
        }
    }

    @RestController
    static class AnOptionalLong {
        @GetMapping("/")
        String get(@RequestParam("n") @PublicId("order") OptionalLong n) {
            return "" + n;
        }
    }

    @RestController
    static class AnOptionalText {
        @GetMapping("/")
        String get(@RequestParam("n") @PublicId("order") Optional<String> n) {
            return "" + n;
        }
    }

    @RestController
    static class AnAtomicLong {
        @GetMapping("/")
        String get(@RequestHeader("n") @PublicId("order") AtomicLong n) {
            return "" + n;
        }
    }

    @RestController
    static class IntegersOfAList {
        @GetMapping("/")
        String get(@RequestParam("n") @PublicId("order") List<Integer> n) {
            return "" + n;
        }
    }

    @RestController
    static class ARawList {
        @GetMapping("/")
        @SuppressWarnings("rawtypes") // as a program may have it
        String get(@RequestParam("n") @PublicId("order") List n) {
            return "" + n;
        }
    }

    @RestController
    static class ASortedSet {
        @GetMapping("/")
        String get(@RequestParam("n") @PublicId("order") SortedSet<Long> n) {
            return "" + n;
        }
    }

    @RestController
    static class AMap {
        @GetMapping("/")
        String get(@RequestParam @PublicId("order") Map<String, Long> n) {
            return "" + n;
        }
    }

    @RestController
    static class AnArrayOfInts {
        @GetMapping("/")
        String get(@RequestParam("n") @PublicId("order") int[] n) {
            return "" + n.length;
        }
    }

    /** Spring Data loads it by the number. */
    @RestController
    static class AnEntity {
        @GetMapping("/{n}")
        String get(@PathVariable("n") @PublicId("customer") Customer n) {
            return "" + n;
        }
    }

    @RestController
    static class ABody {
        @PostMapping("/")
        String post(@RequestBody @PublicId("order") Long n) {
            return "" + n;
        }
    }

    @RestController
    static class AnAttribute {
        @GetMapping("/")
        String get(@RequestAttribute("n") @PublicId("order") Long n) {
            return "" + n;
        }
    }

    @RestController
    static class AMatrixVariable {
        @GetMapping("/{path}")
        String get(@MatrixVariable("n") @PublicId("order") Long n) {
            return "" + n;
        }
    }

    @RestController
    static class AResult {
        @GetMapping("/")
        @PublicId("order")
        long get() {
            return 7;
        }
    }

    @RestController
    static class APropertyOfABean {
        @GetMapping("/")
        String get(@ModelAttribute Bean bean) {
            return "" + bean.getNumber();
        }
    }

    @RestController
    static class AComponentOfARecord {
        @GetMapping("/")
        String get(@ModelAttribute Form form) {
            return "" + form;
        }
    }

    @RestController
    static class AComponentOfAModelThatIsNotCalledOne {
        @GetMapping("/")
        String get(Form form) {
            return "" + form;
        }
    }

    @RestController
    static class AComponentWithinAnother {
        @GetMapping("/")
        String get(@ModelAttribute Outer outer) {
            return "" + outer;
        }
    }

    @RestController
    static class AMapOfAModel {
        @GetMapping("/")
        String get(@ModelAttribute Numbers numbers) {
            return "" + numbers;
        }
    }

    static class Bean {

        private int number;

        @PublicId("order")
        public int getNumber() {
            return number;
        }

        public void setNumber(int number) {
            this.number = number;
        }
    }

    record Form(@PublicId("order") int number) {}

    record Outer(List<Form> forms) {}

    record Numbers(@PublicId("order") Map<String, Long> numbers) {}

    record Customer(long id) {}
}
