package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.FIXED;
import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdRange;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseTermsTest {

    /** As a check makes it, without a keeper. */
    @Test
    void requestHasTheTermsAndAFreshToken() {
        WorkerIdRange range = new WorkerIdRange(3, 5);
        LeaseTerms terms = new LeaseTerms(A, range, SnowflakeLayout.DEFAULT, FIXED, 9_000);
        ManualTime time = new ManualTime();

        LeaseRequest request = terms.request(Optional.empty(), time);

        assertThat(request.ids()).isEqualTo(new LeaseRequest.Ids(range, SnowflakeLayout.DEFAULT, 9_000));
        assertThat(request.identity()).isEqualTo(A);
        assertThat(request.acceptsFloor(
                        time.currentTimeMillis() + FIXED.farthestFloor().toMillis()))
                .isTrue();
        assertThat(request.token())
                .isNotEqualTo(terms.request(Optional.empty(), time).token());
    }
}
