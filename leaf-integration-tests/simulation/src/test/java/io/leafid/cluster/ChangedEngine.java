package io.leafid.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

/**
 * The program and its simulation, loaded once more: the engines may lose the processor before each access to what threads share, and
 * one line of it may be changed. Thread-safe.
 */
final class ChangedEngine extends ClassLoader {

    private static final String BASE = "io/leafid/";

    private static final String LAPSES = BASE + "cluster/Lapses";

    /** Where threads meet without a lock. */
    private static final Set<String> SHARED = Set.of(
            BASE + "snowflake/SnowflakeIdGenerator",
            BASE + "snowflake/SlowPath",
            BASE + "snowflake/IssuedCounter",
            BASE + "segment/buffer/Segment",
            BASE + "segment/buffer/TagIndex",
            BASE + "segment/buffer/SegmentChain",
            BASE + "segment/buffer/SegmentBuffer",
            BASE + "segment/buffer/SegmentAllocator",
            BASE + "segment/buffer/StoreCall");

    /** What is a number that threads change at once. */
    private static final Set<String> NUMBERS =
            Set.of(BASE + "segment/buffer/Segment", BASE + "snowflake/SnowflakeWord");

    /** What changes it. */
    private static final Set<String> NUMBER_CALLS = Set.of("getAndAdd", "getAndSet", "compareAndSet");

    /** Conditions that look at a reference, the last two at a second one too. */
    private static final Set<Integer> REFERENCES =
            Set.of(Opcodes.IFNULL, Opcodes.IFNONNULL, Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE);

    private final @Nullable Change change;

    /**
     * The change of one line.
     *
     * @param type the class, below the base package
     * @param method its method
     * @param place the number of the condition in the method; -1 if a call is replaced
     * @param value what the condition sees instead of what it looks at: a number, or {@code null} where it looks at a reference
     * @param call the call that is replaced; empty if a condition is
     * @param by the method of the lapses that replaces it
     */
    record Change(String type, String method, int place, int value, String call, String by) {

        static Change condition(String type, String method, int place, int value) {
            return new Change(type, method, place, value, "", "");
        }

        static Change call(String type, String method, String call, String by) {
            return new Change(type, method, -1, 0, call, by);
        }

        private boolean concerns(String name, String inMethod) {
            return name.equals(BASE + type) && inMethod.equals(method);
        }
    }

    ChangedEngine(@Nullable Change change) {
        super(ChangedEngine.class.getClassLoader());
        this.change = change;
    }

    /** Runs schedules with these classes: for a seed the story of what went wrong, or nothing. */
    @SuppressWarnings("unchecked") // what is made is of another loader, and known by what it is of the JDK only
    private LongFunction<@Nullable String> trial(@Nullable String rule, @Nullable String mode)
            throws ReflectiveOperationException {
        return (LongFunction<@Nullable String>) loadClass(EngineTrial.class.getName())
                .getConstructor(String.class, String.class)
                .newInstance(rule, mode);
    }

    /** A trial of its own, and nothing changed. */
    @SuppressWarnings("unchecked") // as above
    static LongFunction<@Nullable String> of(Class<? extends LongFunction<?>> trial)
            throws ReflectiveOperationException {
        return (LongFunction<@Nullable String>) new ChangedEngine(null)
                .loadClass(trial.getName())
                .getConstructor()
                .newInstance();
    }

    /** Schedules of a mode, and nothing changed. */
    static LongFunction<@Nullable String> of(Plan.Mode mode) throws ReflectiveOperationException {
        return new ChangedEngine(null).trial(null, mode.name());
    }

    /** Schedules of a rule, which is broken. */
    static LongFunction<@Nullable String> of(EngineRule rule) throws ReflectiveOperationException {
        return new ChangedEngine(rule.change()).trial(rule.name(), null);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        String path = name.replace('.', '/');
        if (!path.startsWith(BASE)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return (loaded != null) ? loaded : define(name, path);
        }
    }

    private Class<?> define(String name, String path) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(path + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = changed(path, in.readAllBytes());
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private byte[] changed(String path, byte[] bytes) {
        if (!SHARED.contains(path) && (change == null || !path.equals(BASE + change.type))) {
            return bytes;
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        new ClassReader(bytes).accept(new Type(path, writer), 0);
        return writer.toByteArray();
    }

    private final class Type extends ClassVisitor {

        private final String path;

        Type(String path, ClassVisitor next) {
            super(SpringAsmInfo.ASM_VERSION, next);
            this.path = path;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Change here = (change != null && change.concerns(path, name)) ? change : null;
            boolean isShared = SHARED.contains(path) && !name.startsWith("<");
            return (isShared || here != null) ? new Body(next, isShared, here) : next;
        }
    }

    private static final class Body extends MethodVisitor {

        private final boolean isShared;
        private final @Nullable Change change;
        private int conditions;

        Body(MethodVisitor next, boolean isShared, @Nullable Change change) {
            super(SpringAsmInfo.ASM_VERSION, next);
            this.isShared = isShared;
            this.change = change;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean isHandle = owner.equals("java/lang/invoke/VarHandle");
            if (isShared
                    && (isHandle || owner.startsWith("java/util/concurrent/atomic/") || NUMBER_CALLS.contains(name))) {
                point();
            }
            if (change != null && name.equals(change.call)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, LAPSES, change.by, replaced(owner, descriptor), false);
                if (descriptor.endsWith(")L" + owner + ";")) {
                    super.visitTypeInsn(Opcodes.CHECKCAST, owner);
                }
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        /** The receiver comes first; references are of any type where a handle takes them. */
        private static String replaced(String owner, String descriptor) {
            if (owner.equals("java/lang/invoke/VarHandle")) {
                return "(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Z";
            }
            String receiver = NUMBERS.contains(owner) ? BASE + "concurrent/PaddedLong" : visible(owner);
            String all = "(L" + receiver + ";" + descriptor.substring(1);
            return all.replace(")L" + owner + ";", ")L" + receiver + ";");
        }

        private static String visible(String owner) {
            return owner.equals(BASE + "segment/buffer/CallerGroups") ? "java/lang/Object" : owner;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (isShared && opcode == Opcodes.GETFIELD) {
                point();
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        private void point() {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, LAPSES, "point", "()V", false);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (change != null && opcode != Opcodes.GOTO && conditions++ == change.place) {
                super.visitInsn(Opcodes.POP);
                boolean isReference = REFERENCES.contains(opcode);
                super.visitInsn(isReference ? Opcodes.ACONST_NULL : Opcodes.ICONST_0 + change.value);
            }
            super.visitJumpInsn(opcode, label);
        }
    }
}
