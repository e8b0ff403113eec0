package io.leafid.data.property;

import io.leafid.IdGenerator;
import io.leafid.TextIds;
import io.leafid.UnknownTagException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * The source of the properties' ids: the application's {@code IdGenerator}. It is made when the first id is wanted, not before:
 * entities are read while beans that the generator waits for are still to come. Thread-safe.
 */
public final class LeafIdSource {

    private final BeanFactory beans;
    private final ObjectProvider<IdGenerator> provider;
    private final Supplier<@Nullable TextIds> texts;
    private volatile @Nullable IdGenerator generator;

    public LeafIdSource(BeanFactory beans) {
        this.beans = beans;
        this.provider = beans.getBeanProvider(IdGenerator.class);
        this.texts = SingletonSupplier.ofNullable(beans.getBeanProvider(TextIds.class)::getIfAvailable);
    }

    /** Returns whether the application has a generator; none is made to find out. */
    public boolean isPresent() {
        return generator != null
                || !(beans instanceof ListableBeanFactory listable)
                || BeanFactoryUtils.beanNamesForTypeIncludingAncestors(listable, IdGenerator.class, true, false).length
                        > 0;
    }

    /**
     * Checks at the start that the property will get its ids.
     *
     * @throws InvalidLeafIdException if the application has no generator
     */
    public void requirePresent(LeafIdProperty property) {
        if (!isPresent()) {
            throw missing(property.path());
        }
    }

    /**
     * Returns an id for a property, as it holds it.
     *
     * @throws io.leafid.IdGenerationException if no id can be issued
     * @throws InvalidLeafIdException if the application has no generator
     */
    public Object next(LeafIdProperty property) {
        String tag = property.tag();
        @Nullable Object id = ask(
                property.path(),
                tag,
                ids -> property.isText() ? nextTexts(ids, tag, 1).get(0) : (Object) ids.nextId(tag));
        if ((id == null || LeafIdProperty.isUnset(id)) && isMock(generator)) {
            throw new IllegalStateException(
                    "%s gets no id from a mock of IdGenerator whose nextId(\"%s\") is not stubbed; stub it, or take new RecordingIdGenerator() of"
                                    .formatted(property.path(), property.tag())
                            + " leaf-spring-boot-test as a @TestBean");
        }
        return Objects.requireNonNull(id);
    }

    /** A mock answers 0 and null where nothing is stubbed. */
    private static boolean isMock(@Nullable IdGenerator ids) {
        return ids != null && ids.getClass().getName().contains("$MockitoMock$");
    }

    /**
     * Returns several texts of a tag, in the order of their ids, for whatever is named by a path: all of them or an exception.
     *
     * @throws io.leafid.IdGenerationException if they cannot be issued
     * @throws InvalidLeafIdException if the application has no generator
     */
    public List<String> nextTexts(String path, String tag, int count) {
        return ask(path, tag, ids -> nextTexts(ids, tag, count));
    }

    private List<String> nextTexts(IdGenerator ids, String tag, int count) {
        TextIds made = texts.get();
        return (made == null)
                ? Arrays.stream(ids.nextIds(tag, count))
                        .mapToObj(Long::toString)
                        .toList()
                : made.nextTexts(tag, count);
    }

    /**
     * Returns several ids of a tag in increasing order for whatever is named by a path: all of them or an exception.
     *
     * @throws io.leafid.IdGenerationException if they cannot be issued
     * @throws InvalidLeafIdException if the application has no generator
     */
    public long[] nextIds(String path, String tag, int count) {
        return ask(path, tag, ids -> ids.nextIds(tag, count));
    }

    private <T extends @Nullable Object> T ask(String path, String tag, Function<IdGenerator, T> request) {
        try {
            return request.apply(generator(path));
        } catch (UnknownTagException ex) {
            throw new UnknownTagException(
                    tag, "%s gets its ids from tag '%s': %s".formatted(path, tag, ex.getMessage()), ex);
        }
    }

    private IdGenerator generator(String path) {
        IdGenerator found = generator;
        if (found == null) {
            found = provider.getIfAvailable(() -> {
                throw missing(path);
            });
            generator = found;
        }
        return found;
    }

    private static InvalidLeafIdException missing(String path) {
        return new InvalidLeafIdException(
                path
                        + " has @LeafId, but there is no IdGenerator: no engine of Leaf is enabled, and none is by default.",
                "Set leaf.segment.enabled=true for ids from a database, or leaf.snowflake.enabled=true for ids of time and"
                        + " worker id.");
    }
}
