package io.leafid.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/**
 * Auto-configuration that lets an application start whose only database is Leaf's own. Right behind Boot's DataSource and
 * before whatever builds on that.
 */
@AutoConfiguration(
        afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
        beforeName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration"
        })
@AutoConfigureOrder(Ordered.HIGHEST_PRECEDENCE)
@ConditionalOnLeaf
@ConditionalOnClass(DataSourceBuilder.class)
@Conditional(OnOwnDatabaseCondition.class)
@Import(UnconfiguredDataSourceRemover.class)
public final class LeafJdbcAutoConfiguration {}
