package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;

class AskingSiteTest {

    private static boolean isForeign(String... headers) {
        HttpHeaders all = new HttpHeaders();
        all.set("Host", "localhost:8080");
        for (String header : headers) {
            String[] parts = header.split(": ", 2);
            all.set(parts[0], parts[1]);
        }
        return AskingSite.isForeign(all::getFirst);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | Sec-Fetch-Site: cross-site
            false | Sec-Fetch-Site: same-origin
            false | Sec-Fetch-Site: same-site
            false | Sec-Fetch-Site: none
            true  | Origin: http://evil.test
            true  | Origin: null
            true  | Origin: http://localhost.evil.test
            true  | Origin: http://localhost@evil.test
            true  | Referer: http://evil.test/page?localhost
            true  | Referer: https://evil.test:8443
            true  | Referer: about:client
            true  | Referer: http://evil.test/http://localhost/
            true  | Accept: image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8
            true  | Accept: IMAGE/*
            true  | Accept: text/css,*/*;q=0.1
            true  | Accept: video/webm,video/ogg,video/*;q=0.9,*/*;q=0.5
            false | Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8
            false | Accept: */*
            false | Accept: application/json
            false | Origin: http://localhost:3000
            false | Referer: http://LOCALHOST/shop?a=b#c
            false | X-Other: a client that is no browser
            """)
    void aPageOfAnotherSiteIsKnownByWhatTheBrowserSays(boolean isForeign, String header) {
        assertThat(isForeign(header)).isEqualTo(isForeign);
    }

    @Test
    void proxyMayHaveNotedTheHostThatThePageHas() {
        assertThat(isForeign("Referer: http://ids.test/a", "X-Forwarded-Host: ids.test:80, x"))
                .isFalse();
        assertThat(isForeign("Referer: http://evil.test/a", "X-Forwarded-Host: ids.test"))
                .isTrue();
    }
}
