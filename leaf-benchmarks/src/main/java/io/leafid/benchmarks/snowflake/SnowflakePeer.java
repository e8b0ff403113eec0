package io.leafid.benchmarks.snowflake;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.core.SnowWorkerM1;
import io.leafid.SnowflakeLayout;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.time.TimeSource;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.apache.seata.common.util.IdWorker;

/**
 * The generators that are compared, each as node 1 with 41 bits of milliseconds and 22 bits for node and sequence.
 * Faithful ones wait for the clock when a sequence is full; borrowing ones take the numbers of later milliseconds.
 */
public enum SnowflakePeer {
    /** Ours, faithful. */
    LEAF {
        @Override
        SnowflakeSource open(int sequenceBits) {
            SnowflakeLayout layout =
                    new SnowflakeLayout(EPOCH, 41, NODE_AND_SEQUENCE_BITS - sequenceBits, sequenceBits);
            SnowflakeIdGenerator leaf = new SnowflakeIdGenerator(
                    layout, SnowflakeSettings.DEFAULT, new EndlessLease(), TimeSource.system(), event -> {});
            return new Source(leaf::nextId, SnowflakePeer::sinceEpoch);
        }
    },
    /** Lock-free, faithful, spins when a sequence is full. */
    AGRONA {
        @Override
        SnowflakeSource open(int sequenceBits) {
            var agrona = new org.agrona.concurrent.SnowflakeIdGenerator(
                    NODE_AND_SEQUENCE_BITS - sequenceBits, sequenceBits, 1, EPOCH, System::currentTimeMillis);
            return new Source(agrona::nextId, SnowflakePeer::sinceEpoch);
        }
    },
    /** Synchronized, faithful. */
    COSID {
        @Override
        SnowflakeSource open(int sequenceBits) {
            var cosId = new MillisecondSnowflakeId(
                    EPOCH, 41, NODE_AND_SEQUENCE_BITS - sequenceBits, sequenceBits, 1, 1L << (sequenceBits - 1));
            return new Source(cosId::generate, SnowflakePeer::sinceEpoch);
        }
    },
    /** Synchronized, faithful; 12 sequence bits only. */
    HUTOOL {
        @Override
        SnowflakeSource open(int sequenceBits) {
            requireTwelve(sequenceBits);
            var hutool = new Snowflake(1, 0);
            return new Source(hutool::nextId, SnowflakePeer::sinceEpoch);
        }
    },
    /** Synchronized, faithful; 12 sequence bits only. */
    MYBATIS_PLUS {
        @Override
        SnowflakeSource open(int sequenceBits) {
            requireTwelve(sequenceBits);
            var myBatis = new Sequence(1, 0);
            return new Source(myBatis::nextId, SnowflakePeer::sinceEpoch);
        }
    },
    /** Lock-free, reads the clock at its start only and borrows; 12 sequence bits only, the node above the timestamp. */
    SEATA {
        @Override
        SnowflakeSource open(int sequenceBits) {
            requireTwelve(sequenceBits);
            var seata = new IdWorker(1L);
            return new Source(seata::nextId, id -> SEATA_EPOCH + ((id & ((1L << 53) - 1)) >>> sequenceBits));
        }
    },
    /** Locks, borrows. */
    TSID {
        @Override
        SnowflakeSource open(int sequenceBits) {
            TsidFactory tsid = TsidFactory.builder()
                    .withNodeBits(NODE_AND_SEQUENCE_BITS - sequenceBits)
                    .withNode(1)
                    .withCustomEpoch(Instant.ofEpochMilli(EPOCH))
                    .build();
            return new Source(() -> tsid.create().toLong(), SnowflakePeer::sinceEpoch);
        }
    },
    /** Locks, borrows. */
    YITTER {
        @Override
        SnowflakeSource open(int sequenceBits) {
            IdGeneratorOptions options = new IdGeneratorOptions((short) 1);
            options.WorkerIdBitLength = (byte) (NODE_AND_SEQUENCE_BITS - sequenceBits);
            options.SeqBitLength = (byte) sequenceBits;
            options.BaseTime = EPOCH;
            var yitter = new SnowWorkerM1(options);
            return new Source(yitter::nextId, SnowflakePeer::sinceEpoch);
        }
    };

    private static final int NODE_AND_SEQUENCE_BITS = 22;

    /** The epoch that hutool and MyBatis-Plus are bound to. */
    private static final long EPOCH = 1_288_834_974_657L;

    private static final long SEATA_EPOCH = 1_588_435_200_000L;

    /** Makes a generator with so many sequence bits. */
    abstract SnowflakeSource open(int sequenceBits);

    private static long sinceEpoch(long id) {
        return EPOCH + (id >>> NODE_AND_SEQUENCE_BITS);
    }

    private static void requireTwelve(int sequenceBits) {
        if (sequenceBits != 12) {
            throw new IllegalArgumentException("has always 12 sequence bits");
        }
    }

    private record Source(LongSupplier ids, LongUnaryOperator timestamps) implements SnowflakeSource {

        @Override
        public long next() {
            return ids.getAsLong();
        }

        @Override
        public long millisOf(long id) {
            return timestamps.applyAsLong(id);
        }
    }
}
