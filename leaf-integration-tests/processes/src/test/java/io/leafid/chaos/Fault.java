package io.leafid.chaos;

import io.leafid.testing.SteppedClock;
import io.leafid.testing.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What can happen to one node. Each fault is undone after a while. */
enum Fault {
    KILL(4) {
        @Override
        Undo strike(Member node, Random random) {
            node.kill();
            return new Undo("is killed (-9), and started again", millis(random, 0, 4_000), node::start);
        }
    },
    STOP(3) {
        @Override
        Undo strike(Member node, Random random) {
            node.terminate();
            return new Undo("is stopped (SIGTERM), and started again", millis(random, 0, 3_000), node::start);
        }
    },
    PAUSE(4) {
        @Override
        Undo strike(Member node, Random random) {
            node.signal("STOP");
            Duration pause = millis(random, 200, 2 * (int) NodeSettings.RESERVATION.toMillis());
            return new Undo("is paused (SIGSTOP)", pause, () -> node.signal("CONT"));
        }
    },
    CUT(4) {
        @Override
        Undo strike(Member node, Random random) {
            node.lines().each(TcpProxy::cut);
            return new Undo("loses all connections", Duration.ZERO, () -> {});
        }
    },
    SLOW(3) {
        @Override
        Undo strike(Member node, Random random) {
            Duration delay = millis(random, 20, 700);
            node.lines().each(line -> line.delay(delay));
            return healed("has slow lines, " + delay.toMillis() + " ms each way", node, random);
        }
    },
    DEAF(3) {
        @Override
        Undo strike(Member node, Random random) {
            node.lines().each(line -> line.silence(TcpProxy.Direction.TO_CLIENT));
            return healed("is heard and hears nothing", node, random);
        }
    },
    MUTE(3) {
        @Override
        Undo strike(Member node, Random random) {
            node.lines().each(line -> line.silence(TcpProxy.Direction.TO_SERVER));
            return healed("hears and is not heard", node, random);
        }
    },
    COMMAND(4) {
        @Override
        Undo strike(Member node, Random random) {
            List<TcpProxy.Reaction> reactions = List.of(
                    TcpProxy.Reaction.LOSE_COMMAND,
                    TcpProxy.Reaction.LOSE_REPLY,
                    TcpProxy.Reaction.CUT_AFTER_REPLY,
                    TcpProxy.Reaction.HOLD_COMMAND,
                    TcpProxy.Reaction.HOLD_REPLY);
            TcpProxy.Reaction reaction = reactions.get(random.nextInt(reactions.size()));
            node.lines().toDatabase().expect("UPDATE", reaction);
            Undo healed = healed("has its next UPDATE disturbed: " + reaction, node, random);
            return new Undo(healed.story(), healed.after(), () -> {
                node.lines().toDatabase().expectNothing(); // else one that comes later would hold the line for ever
                healed.action().run();
            });
        }
    },
    CLOCK(4) {
        @Override
        boolean isPossible(Member node) {
            return SteppedClock.isAvailable();
        }

        @Override
        Undo strike(Member node, Random random) {
            String offset = CLOCKS.get(random.nextInt(CLOCKS.size()));
            node.setClock(offset);
            return new Undo("has its clock at " + offset, millis(random, 1_500, 5_000), () -> node.setClock("+0"));
        }
    },
    FULL_DISK(2) {
        @Override
        boolean isPossible(Member node) {
            return node.disk().isMounted();
        }

        @Override
        Undo strike(Member node, Random random) {
            node.disk().fill();
            return new Undo("has a full disk", millis(random, 500, 7_000), node.disk()::empty);
        }
    },
    READ_ONLY_DISK(2) {
        @Override
        boolean isPossible(Member node) {
            return node.disk().isMounted();
        }

        @Override
        Undo strike(Member node, Random random) {
            boolean isAtAStart = random.nextBoolean();
            if (isAtAStart) {
                node.kill();
            }
            node.disk().becomeReadOnly();
            node.start();
            return new Undo(
                    isAtAStart ? "is killed and started again with a read-only disk" : "has a read-only disk",
                    millis(random, 3_000, 9_000),
                    node.disk()::becomeWritable);
        }
    },
    TWIN(2) {
        @Override
        Undo strike(Member node, Random random) {
            Process twin = node.startTwin();
            return new Undo(
                    "has a twin: its directory is copied and started beside it",
                    millis(random, 4_000, 10_000),
                    twin::destroyForcibly);
        }
    };

    /** Steps forward are small: ids go on from where they led, and would have to wait for the clock afterwards. */
    private static final List<String> CLOCKS =
            List.of("-365d", "-3600", "-10", "-1", "-0.05", "-0.003", "+0.02", "+0.5", "+2");

    private final int weight;

    Fault(int weight) {
        this.weight = weight;
    }

    /**
     * How a fault ends.
     *
     * @param story what has happened, after the node's name
     * @param after how long it lasts
     * @param action ends it
     */
    record Undo(String story, Duration after, Runnable action) {}

    boolean isPossible(Member node) {
        return true;
    }

    abstract Undo strike(Member node, Random random);

    /** Draws one that is possible. */
    static Fault draw(Member node, Random random) {
        List<Fault> possible = List.of(values()).stream()
                .filter(fault -> fault.isPossible(node))
                .toList();
        int drawn =
                random.nextInt(possible.stream().mapToInt(fault -> fault.weight).sum());
        for (Fault fault : possible) {
            drawn -= fault.weight;
            if (drawn < 0) {
                return fault;
            }
        }
        throw new IllegalStateException("weights add up");
    }

    private static Undo healed(String story, Member node, Random random) {
        return new Undo(story, millis(random, 500, 6_000), () -> node.lines().each(TcpProxy::heal));
    }

    private static Duration millis(Random random, int least, int most) {
        return Duration.ofMillis(least + random.nextInt(most - least + 1));
    }
}
