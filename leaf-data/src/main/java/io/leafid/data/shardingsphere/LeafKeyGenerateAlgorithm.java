package io.leafid.data.shardingsphere;

import io.leafid.Tags;
import io.leafid.data.property.LeafIdProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;

/**
 * ShardingSphere's key generator of type {@code LEAF}. Its property {@code tag} names the tag; without it the tag is the name of
 * the logic table in lower case. With its property {@code text=true} keys are texts. Thread-safe once it is initialized.
 *
 * <p>ShardingSphere makes it without Spring, so it asks the one application of this process that uses Leaf.
 */
public final class LeafKeyGenerateAlgorithm implements KeyGenerateAlgorithm {

    private static final String TAG = "tag";

    private static final String TEXT = "text";

    private String tag = "";
    private boolean isText;

    @Override
    public void init(Properties properties) {
        String configured = properties.getProperty(TAG, "");
        tag = configured.isEmpty() ? "" : Tags.requireLegal(configured);
        isText = Boolean.parseBoolean(properties.getProperty(TEXT, "false"));
    }

    /**
     * Returns as many ids as rows are inserted.
     *
     * @throws io.leafid.IdGenerationException if they cannot be issued
     * @throws IllegalStateException if not exactly one application of this process uses Leaf
     */
    @Override
    public List<? extends Comparable<?>> generateKeys(AlgorithmSQLContext context, int count) {
        String table = context.getTableName();
        String path = table + "." + context.getColumnName();
        String used = tag.isEmpty() ? LeafIdProperty.tagOf(table) : tag;
        if (isText) {
            return LeafApplicationRegistration.only(path).nextTexts(path, used, count);
        }
        long[] ids = LeafApplicationRegistration.only(path).nextIds(path, used, count);
        return Arrays.stream(ids).boxed().toList();
    }

    @Override
    public String getType() {
        return "LEAF";
    }
}
