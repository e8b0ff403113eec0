package io.leafid.integration.kotlin

import io.leafid.autoconfigure.LeafAutoConfiguration
import io.leafid.autoconfigure.publicid.LeafPublicIdsAutoConfiguration
import io.leafid.publicid.AesPublicIds
import io.leafid.publicid.PublicId
import io.leafid.publicid.PublicIdKeys
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.test.context.runner.WebApplicationContextRunner
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration
import org.springframework.test.web.servlet.assertj.MockMvcTester
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.ModelAttribute
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

/** A value class of Kotlin with `@PublicId` is filled from a public id, or the application does not start. */
class PublicIdValueClassTest {
    private val publicIds = AesPublicIds(PublicIdKeys.parse("k", mapOf("k" to KEY)))

    private val runner =
        WebApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    WebMvcAutoConfiguration::class.java,
                    LeafAutoConfiguration::class.java,
                    LeafPublicIdsAutoConfiguration::class.java,
                ),
            ).withPropertyValues("leaf.public-ids.keys.k=$KEY")

    @Test
    fun valueClassOfALongIsReadFromAPublicId() {
        runner.withUserConfiguration(Numbers::class.java).run {
            val mvc = MockMvcTester.from(it)
            val text = publicIds.encode("order", 7)
            assertThat(mvc.get().uri("/path/$text")).hasStatusOk().bodyText().isEqualTo("7")
            assertThat(mvc.get().uri("/path/7")).hasStatus(400)
        }
    }

    @ParameterizedTest
    @ValueSource(classes = [Nullable::class, Text::class, NullableInAForm::class])
    fun otherValueClassIsRefused(controller: Class<*>) {
        runner.withUserConfiguration(controller).run {
            assertThat(it.startupFailure).rootCause().hasMessageStartingWith("Leaf cannot read a public id: ")
        }
    }

    @JvmInline
    value class Number(
        val value: Long,
    )

    @JvmInline
    value class Label(
        val value: String,
    )

    data class NullableForm(
        @PublicId("order") val number: Number?,
    )

    @RestController
    class Numbers {
        @GetMapping("/path/{number}")
        fun path(
            @PathVariable("number") @PublicId("order") number: Number,
        ) = number.value.toString()
    }

    @RestController
    class Nullable {
        @GetMapping("/")
        fun get(
            @RequestParam("number", required = false) @PublicId("order") number: Number?,
        ) = number.toString()
    }

    @RestController
    class NullableInAForm {
        @GetMapping("/")
        fun get(
            @ModelAttribute form: NullableForm,
        ) = form.toString()
    }

    @RestController
    class Text {
        @GetMapping("/{label}")
        fun get(
            @PathVariable("label") @PublicId("order") label: Label,
        ) = label.value
    }

    private companion object {
        const val KEY = "57e61a8925dc6c56fff914277968f47b"
    }
}
