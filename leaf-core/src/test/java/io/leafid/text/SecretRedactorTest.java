package io.leafid.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be read outside of the process; in the first two tables the secret is always s3cret or has it in it. */
class SecretRedactorTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            jdbc:mysql://leaf:s3cret@db:3306/leaf failed             | jdbc:mysql://***@db:3306/leaf failed
            jdbc:mysql://leaf:p@s3cret@db:3306/leaf                  | jdbc:mysql://***@db:3306/leaf
            jdbc:mysql://leaf:p/s3cret@db:3306/leaf                  | jdbc:mysql://***@db:3306/leaf
            jdbc:mysql://leaf:p?s3cret@db:3306/leaf                  | jdbc:mysql://***@db:3306/leaf
            jdbc:mysql://leaf:p?a=s3cret@db/leaf                     | jdbc:mysql://***@db/leaf
            jdbc:mysql://leaf:p;s3cret@db/leaf                       | jdbc:mysql://***@db/leaf
            jdbc:mysql://leaf:p#s3cret@db/leaf                       | jdbc:mysql://***@db/leaf
            jdbc:mysql://leaf:p%40s3cret@db/leaf                     | jdbc:mysql://***@db/leaf
            jdbc:mysql://a:s3cret@db1,b:s3cret@db2/leaf              | jdbc:mysql://***@db2/leaf
            jdbc:mysql://s3cret@db/leaf                              | jdbc:mysql://***@db/leaf
            mysql://leaf:s3cret@db/leaf                              | mysql://***@db/leaf
            jdbc:oracle:thin:leaf/s3cret@db:1521/x                   | jdbc:oracle:thin:***@db:1521/x
            no driver for 'jdbc:x://leaf:s3cret@db/leaf'.            | no driver for 'jdbc:x://***@db/leaf'.
            jdbc:h2:mem:x;user=sa;PASSWORD=s3cret;mode=x             | jdbc:h2:mem:x;user=sa;PASSWORD=***;mode=x
            jdbc:h2:mem:x;PASSWORD=s3cret                            | jdbc:h2:mem:x;PASSWORD=***
            //db/leaf?user=leaf&password=p@s3cret&useSSL=false       | //db/leaf?user=leaf&password=***&useSSL=false
            //db/leaf?password=p/s3cret&user=leaf                    | //db/leaf?password=***&user=leaf
            //db/leaf?password=p,s3cret&user=leaf                    | //db/leaf?password=***&user=leaf
            //db/leaf?password=p)s3cret&user=leaf                    | //db/leaf?password=***&user=leaf
            //db/leaf?password=p's3cret&user=leaf                    | //db/leaf?password=***&user=leaf
            //db/leaf?password=s3cret (Connection refused)           | //db/leaf?password=*** (Connection refused)
            (url: //db/leaf?password=s3cret)                         | (url: //db/leaf?password=***)
            jdbc:mysql://address=(host=db)(password=s3cret)(a=b)/x   | jdbc:mysql://address=(host=db)(password=***)(a=b)/x
            ?sslpassword=s3cret&sslmode=require                      | ?sslpassword=***&sslmode=require
            ?keyStorePassword=s3cret&keyStore=/etc/leaf.jks          | ?keyStorePassword=***&keyStore=/etc/leaf.jks
            ?trustCertificateKeyStorePassword=s3cret                 | ?trustCertificateKeyStorePassword=***
            javax.net.ssl.key-store-password=s3cret                  | javax.net.ssl.key-store-password=***
            leaf.jdbc.passwort: s3cret                               | leaf.jdbc.passwort: ***
            passwd = s3cret, user = leaf                             | passwd = ***, user = leaf
            {user=leaf, password=p@s3cret, ssl=true}                 | {user=leaf, password=***, ssl=true}
            Jdbc[user=leaf, password=s3cret]                         | Jdbc[user=leaf, password=***]
            login with password: s3cret failed                       | login with password: *** failed
            password="two words s3cret" user=x                       | password=*** user=x
            password='two words s3cret', user=x                      | password=***, user=x
            password="with \\" s3cret" user=x                        | password=*** user=x
            password="not closed s3cret                              | password=***
            {"user":"leaf","password":"s3cret","port":1}             | {"user":"leaf","password":***,"port":1}
            {"password" : "a, b s3cret", "port": 1}                  | {"password" : ***, "port": 1}
            {\\"password\\":\\"s3cret\\"} failed                     | {\\"password\\":***"} failed
            {'client_secret': 's3cret'}                              | {'client_secret': ***}
            digest=leaf:s3cret)                                      | digest=***)
            apiKey=s3cret, secret-key=s3cret, access_key=s3cret      | apiKey=***, secret-key=***, access_key=***
            Authorization: Basic s3cret, accepted                    | Authorization: ***, accepted
            Incorrect port value : s3cret@localhost                  | Incorrect port value : ***@localhost
            token => s3cret                                          | token => ***
            jdbc:sqlserver://db;password={s3cret;b};encrypt=true     | jdbc:sqlserver://db;password=***;encrypt=true
            jdbc:sqlserver://db;password={a}};s3cret};encrypt=true   | jdbc:sqlserver://db;password=***;encrypt=true
            password={not closed; s3cret                             | password=***
            pw=s3cret, db_pw: s3cret                                 | pw=***, db_pw: ***
            https://store/x?sv=1&sig=s3cret&se=2                     | https://store/x?sv=1&sig=***&se=2
            SharedAccessSignature=s3cret;X-Amz-Signature=s3cret      | SharedAccessSignature=***;X-Amz-Signature=***
            tool --user leaf --password s3cret --port 1              | tool --user leaf --password *** --port 1
            tool -password 'two s3cret' --db-token  "s3cret"         | tool -password *** --db-token  ***
            a -----BEGIN PRIVATE KEY-----s3cret-----END PRIVATE KEY----- b | a *** b
            -----BEGIN RSA PRIVATE KEY-----s3cret and s3cret         | ***
            private-key: -----BEGIN EC PRIVATE KEY-----s3cret-----END EC PRIVATE KEY----- b | private-key: *** b
            """)
    void hidesSecrets(String message, String shown) {
        assertThat(SecretRedactor.redact(message)).isEqualTo(shown).doesNotContain("s3cret");
        assertThat(SecretRedactor.redact(shown)).as("once more").isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SQLTransientConnectionException: Connection is not available, request timed out after 250ms",
                "the row of tag 'a/b/c' was rewound: it offers ids from 1, but ids up to 2000 were granted",
                "Access denied for user 'leaf'@'10.0.0.1' (using password: YES)",
                "Access denied for user 'leaf'@'10.0.0.1' (using password: NO)",
                "FATAL: password authentication failed for user \"leaf\"",
                "Wrong user name or password [28000-240]",
                "jdbc:mysql://db:3306/leaf?user=leaf@shop&useSSL=false",
                "jdbc:mysql://db1:3306,db2:3306/leaf?user=leaf@shop",
                "another process has the token of worker id 7",
                "clock and/or time 10:11:12/13"
            })
    void leavesAllElseAsItIs(String message) {
        assertThat(SecretRedactor.redact(message)).isEqualTo(message);
        assertThat(SecretRedactor.redactForClients(message)).isEqualTo(message);
    }

    @Test
    void hidesKeysOfSeveralLines() {
        String key =
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIs3cret\ns3cret==\n-----END ENCRYPTED PRIVATE KEY-----\n";

        assertThat(SecretRedactor.redact("no key in\n" + key + "at line 2")).isEqualTo("no key in\n***\nat line 2");
        assertThat(SecretRedactor.redact("-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----"))
                .contains("MII");
    }

    /** Whoever makes a message long can neither overflow the stack nor hold the thread. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a",
                "//",
                "//a@",
                "/",
                "\\a",
                "a/",
                "C:/a",
                "password=",
                "password=)",
                "password=\"\\",
                "password='",
                "password={}",
                "password={",
                "--password ",
                "jdbc:a:b/",
                "?a=",
                "-----BEGIN PRIVATE KEY-----",
                ": a@",
                "a",
                "@",
                "-",
                "00000000-"
            })
    @Timeout(20)
    void longTextCostsNeitherStackNorTime(String part) {
        String text = part.repeat(200_000 / part.length());

        assertThat(SecretRedactor.redactForClients("failed at " + text)).startsWith("failed at ");
        assertThat(SecretRedactor.redactForClients("//" + text + "@")).isNotEmpty();
        assertThat(JdbcUrls.withoutSecrets("jdbc:x://" + text)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:h2:/var/lib/leaf/data;mode=MySQL                  | jdbc:h2:…/data;mode=MySQL
            token 8c7a3a52-0d0e-4a6f-9be5-0f6a5f7f3c11 is another's | token *** is another's
            cannot write /var/lib/leaf/workerid.mark (disk full)   | cannot write …/workerid.mark (disk full)
            cannot read /var/lib/leaf/                             | cannot read …/leaf/
            cannot read /var/lib//leaf/x                           | cannot read …/lib//leaf/x
            cannot write 'C:\\Users\\leaf\\id.mark'                | cannot write '…/id.mark'
            node /snowflake/orders/forever/10.0.0.1:8080-0 is gone | node …/10.0.0.1:8080-0 is gone
            """)
    void hidesFromClientsWhereFilesLie(String message, String shown) {
        assertThat(SecretRedactor.redactForClients(message)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:mysql://leaf:s3cret@db:3306/leaf?useSSL=false | jdbc:mysql://db:3306/leaf
            jdbc:mysql://leaf:p/s3?c=ret@db:3306/leaf?a=b      | jdbc:mysql://db:3306/leaf
            jdbc:mysql://db/leaf?user=leaf@shop                | jdbc:mysql://db/leaf
            jdbc:h2:mem:ids;USER=sa;PASSWORD=s3cret            | jdbc:h2:mem:ids
            """)
    void urlNamesTheDatabaseOnly(String url, String shown) {
        assertThat(JdbcUrls.withoutSecrets(url)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            leaf.jdbc.password         | s3cret                 | ***
            leaf.segment.password      | s3cret                 | ***
            leaf.snowflake.zk.digest   | leaf:s3cret            | ***
            leaf.jdbc.url              | mysql:leaf:s3cret@db/x | ***@db/x
            leaf.jdbc.url              | mysql://a:s3cret@db/x  | mysql://***@db/x
            leaf.jdbc.url              | jdbc:h2:mem:x          | jdbc:h2:mem:x
            leaf.segment.table         | leaf-alloc             | leaf-alloc
            leaf.segment.refresh-interval | 60                  | 60
            """)
    void valueIsShownUnlessItsNameIsThatOfASecret(String name, String value, String shown) {
        assertThat(SecretRedactor.redactValue(name, value)).isEqualTo(shown);
    }
}
