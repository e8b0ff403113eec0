package io.leafid.textid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Check digits against examples of ISO 7064 and of standards that use it: codes of legal entities (ISO 17442), releases (GRid). */
class CheckDigitsTest {

    @ParameterizedTest
    @CsvSource({
        "MOD_97_10, 794, 44",
        "MOD_97_10, 5493001KJTIIGC8Y1R, 12",
        "MOD_97_10, 7ZW8QJWVPR4P1J1KQY, 45",
        "MOD_97_10, WEST12345698765432GB, 82", // as in an IBAN, whose country comes last
        "MOD_37_36, A12425GABC1234002, M",
        "MOD_37_36, A1-2425G-ABC1234002-, M",
        "MOD_37_36, a12425gabc1234002, M",
    })
    void areThoseOfTheStandard(CheckDigits system, String text, String check) {
        assertThat(of(system, text)).isEqualTo(check);
    }

    /** What both systems promise: no single wrong character, and no two neighbours that were swapped, go unnoticed. */
    @Test
    void everySingleErrorAndEverySwapOfNeighboursIsFound() {
        String text = "INV20261123K00417";
        for (CheckDigits system : CheckDigits.values()) {
            for (int i = 0; i < text.length(); i++) {
                for (char c : NumberFormat.BASE_36.toCharArray()) {
                    boolean isSame = text.charAt(i) == c;
                    String wrong = text.substring(0, i) + c + text.substring(i + 1);
                    boolean isOfOneKind = Character.isDigit(c) == Character.isDigit(text.charAt(i));
                    if (isOfOneKind || system == CheckDigits.MOD_37_36) {
                        assertThat(of(system, wrong).equals(of(system, text)))
                                .as("%s %s", system, wrong)
                                .isEqualTo(isSame);
                    }
                }
            }
            for (int i = 1; i < text.length(); i++) {
                String swapped = text.substring(0, i - 1) + text.charAt(i) + text.charAt(i - 1) + text.substring(i + 1);
                assertThat(of(system, swapped).equals(of(system, text)))
                        .as(swapped)
                        .isEqualTo(swapped.equals(text));
            }
        }
    }

    private static String of(CheckDigits system, String text) {
        return system.of(text);
    }
}
