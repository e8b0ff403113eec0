package io.leafid.actuate;

import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.LeaseScene;
import io.leafid.lease.LeasedNode;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.test.time.ManualExecutor;
import io.leafid.workerid.NodeIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.context.support.GenericApplicationContext;

/** A snowflake engine with a lease that is kept, whose time, registry and threads are in the hand of the test. */
public final class SnowflakeScene {

    static final Duration RESERVATION = Duration.ofMinutes(10);

    final LeaseScene scene;
    final LeasedNode node;
    final List<LeafEvent> events = new ArrayList<>();
    final ManualExecutor reader = new ManualExecutor();
    final SnowflakeIdGenerator generator;
    final SnowflakeView view;

    /** Makes a scene with any free worker id and no local mark. */
    public SnowflakeScene() {
        this("zk_recycle", scene -> scene.pooled(LeaseScene.A, null));
    }

    /** Makes a scene with a process of another kind. */
    SnowflakeScene(String mode, Function<LeaseScene, LeasedNode> process) {
        this(mode, new LeaseScene(), processes -> process.apply(processes).start());
    }

    private SnowflakeScene(String mode, LeaseScene scene, Function<LeaseScene, LeasedNode> started) {
        this.scene = scene;
        node = started.apply(scene);
        generator = new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, node.keeper(), node.time(), events::add);
        view = new SnowflakeView(generator, mode, node.keeper(), reader, node.time()::now);
    }

    /** Makes a scene whose process is a standby among others, which have all worker ids. */
    static SnowflakeScene standby(LeaseScene others) {
        return new SnowflakeScene("zk_recycle", others, processes -> {
            LeasedNode standby = processes.pooled(LeaseScene.B, null);
            standby.keeper().startOrStandBy();
            return standby;
        });
    }

    /** Another process that takes a worker id. */
    LeasedNode another(int number) {
        return scene.pooled(new NodeIdentity("10.0.0." + number, 8080), null).start();
    }

    /** The engine. */
    public SnowflakeIdGenerator generator() {
        return generator;
    }

    /** Sets the wall clock of this process forward or back; the time that passes stays the same. */
    public void stepClock(Duration by) {
        node.time().step(by);
    }

    /** Lets the registry's calls fail or succeed from now on, and time pass until the engine has noticed. */
    void registryAnswers(boolean answers) {
        node.holder().connected(answers);
        scene.seconds(6);
    }

    /** Gives an application this engine instead of one of its own. */
    public void addTo(GenericApplicationContext context) {
        context.registerBean("snowflakeIdGenerator", SnowflakeIdGenerator.class, () -> generator);
        context.registerBean(SnowflakeView.class, () -> view);
    }
}
