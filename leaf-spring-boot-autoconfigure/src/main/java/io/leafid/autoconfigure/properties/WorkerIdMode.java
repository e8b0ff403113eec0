package io.leafid.autoconfigure.properties;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** The ways in which an instance gets its worker id, each with what is known about it before it is used. Immutable. */
public enum WorkerIdMode {

    /** A persistent sequential node in ZooKeeper per host and port. */
    ZK_NORMAL(Registry.ZOOKEEPER, true),
    /** Any free worker id, leased in ZooKeeper. */
    ZK_RECYCLE(Registry.ZOOKEEPER, false),
    /** A row in a database of any kind per host and port. */
    MYSQL(Registry.DATABASE, true),
    /** Another name for {@link #MYSQL}. */
    JDBC(MYSQL),
    /** Any free worker id, leased in a database. */
    JDBC_RECYCLE(Registry.DATABASE, false),
    /** The configuration. */
    LOCAL(Registry.DISK, true);

    private final Registry registry;
    private final boolean isFixed;
    private final @Nullable WorkerIdMode meant;

    WorkerIdMode(Registry registry, boolean isFixed) {
        this.registry = registry;
        this.isFixed = isFixed;
        this.meant = null;
    }

    WorkerIdMode(WorkerIdMode meant) {
        this.registry = meant.registry;
        this.isFixed = meant.isFixed;
        this.meant = meant;
    }

    /** The mode itself, or the one that it is another name for. */
    WorkerIdMode meant() {
        return (meant == null) ? this : meant;
    }

    public Registry registry() {
        return registry;
    }

    /** Returns whether an instance always gets the same worker id, and so may go on without the registry. */
    public boolean isFixed() {
        return isFixed;
    }

    /** The mode's name as it is written in settings. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kinds of registries, each with the module that it is used by. Immutable. */
    public enum Registry {

        /** Nodes in ZooKeeper. */
        ZOOKEEPER(
                "leaf-zookeeper",
                "io.leafid:leaf-spring-boot-starter",
                "io.leafid.workerid.zookeeper.ZooKeeperNamespace",
                "org.apache.curator.framework.CuratorFramework"),
        /** A table in a database. */
        DATABASE(
                "leaf-jdbc",
                "io.leafid:leaf-spring-boot-starter-jdbc",
                "io.leafid.jdbc.SqlDialect",
                "org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer"),
        /** Files of this machine, for which Java is enough. */
        DISK("leaf-core", "io.leafid:leaf-core", "io.leafid.workerid.file.LocalHolder", "java.lang.Object");

        private final String library;
        private final String artifact;
        private final String ownClass;
        private final String neededClass;

        Registry(String library, String artifact, String ownClass, String neededClass) {
            this.library = library;
            this.artifact = artifact;
            this.ownClass = ownClass;
            this.neededClass = neededClass;
        }

        /** Returns whether its module, and what that needs, is on the class path. */
        public boolean isUsable(@Nullable ClassLoader classLoader) {
            return ClassUtils.isPresent(ownClass, classLoader) && ClassUtils.isPresent(neededClass, classLoader);
        }

        public String library() {
            return library;
        }

        /** The dependency that brings its module. */
        public String artifact() {
            return artifact;
        }
    }
}
