package io.leafid.autoconfigure.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.leafid.data.LeafId;
import io.leafid.data.jackson.LeafIdModule;
import io.leafid.data.jdbc.LeafIdJdbcCallback;
import io.leafid.data.mybatisplus.LeafIdentifierGenerator;
import io.leafid.data.property.LeafIdSource;
import io.leafid.data.r2dbc.LeafIdR2dbcCallback;
import io.leafid.data.relational.LeafIdAssigner;
import io.leafid.data.shardingsphere.LeafApplicationRegistration;
import java.util.stream.Stream;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import tools.jackson.databind.json.JsonMapper;

/** Each library that stores entities gets what fills them, unless the application has its own or the library is not there. */
class LeafDataAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafDataAutoConfiguration.class, LeafJsonAutoConfiguration.class, JacksonAutoConfiguration.class));

    @Test
    void eachLibraryIsServed() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(LeafIdJdbcCallback.class)
                .hasSingleBean(LeafIdR2dbcCallback.class)
                .hasSingleBean(LeafIdentifierGenerator.class)
                .hasSingleBean(LeafApplicationRegistration.class));
    }

    @Test
    void withoutTheirLibrariesTheyBackOff() {
        runner.withClassLoader(new FilteredClassLoader(
                        JdbcMappingContext.class,
                        R2dbcMappingContext.class,
                        IdentifierGenerator.class,
                        KeyGenerateAlgorithm.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean("leafIdJdbcCallback")
                        .doesNotHaveBean("leafIdR2dbcCallback")
                        .doesNotHaveBean("leafIdentifierGenerator")
                        .doesNotHaveBean("leafApplicationRegistration"));
    }

    @Test
    void userDefinedBeansWin() {
        runner.withUserConfiguration(Own.class).run(context -> {
            assertThat(context.getBean(IdentifierGenerator.class)).isInstanceOf(DefaultIdentifierGenerator.class);
            assertThat(context.getBeanNamesForType(LeafIdJdbcCallback.class)).containsExactly("ownJdbcCallback");
            assertThat(context.getBeanNamesForType(LeafIdR2dbcCallback.class)).containsExactly("ownR2dbcCallback");
        });
    }

    @Test
    void idsAreStringsInJsonOnRequestOnly() {
        runner.run(context -> assertThat(context.getBean(JsonMapper.class).writeValueAsString(new Line(7)))
                .isEqualTo("{\"id\":7}"));
        runner.withPropertyValues("leaf.json.ids-as-strings=yes")
                .run(context -> assertThat(context.getBean(JsonMapper.class).writeValueAsString(new Line(7)))
                        .isEqualTo("{\"id\":\"7\"}"));
        runner.withPropertyValues("leaf.json.ids-as-strings=true", "leaf.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(LeafIdModule.class));
        runner.withPropertyValues("leaf.json.ids-as-strings=true")
                .withBean("ownModule", LeafIdModule.class)
                .run(context -> assertThat(context.getBeanNamesForType(LeafIdModule.class))
                        .containsExactly("ownModule"));
    }

    record Line(@LeafId long id) {}

    @Test
    void nativeImageKeepsWhatHibernateMakesByReflection() {
        RuntimeHints hints = new RuntimeHints();

        new LeafDataRuntimeHints().registerHints(hints, getClass().getClassLoader());

        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(TypeReference.of(LeafDataRuntimeHints.GENERATOR))
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(LeafId.class)
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
                .accepts(hints);
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {

        @Bean
        IdentifierGenerator ownGenerator() {
            return DefaultIdentifierGenerator.getInstance();
        }

        @Bean
        LeafIdJdbcCallback ownJdbcCallback(BeanFactory beans) {
            return new LeafIdJdbcCallback(assigner(beans));
        }

        @Bean
        LeafIdR2dbcCallback ownR2dbcCallback(BeanFactory beans) {
            return new LeafIdR2dbcCallback(assigner(beans));
        }

        private static LeafIdAssigner assigner(BeanFactory beans) {
            return new LeafIdAssigner(Stream::of, new LeafIdSource(beans));
        }
    }
}
