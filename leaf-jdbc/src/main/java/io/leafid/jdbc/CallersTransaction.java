package io.leafid.jdbc;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Guard that keeps the transaction of a caller away from what runs meanwhile: what is bound to it, and the route that a
 * DataSource derives from it. Nothing is begun in its place. Stateless.
 */
final class CallersTransaction extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1L; // Spring declares managers to be serializable

    private CallersTransaction() {}

    /** The runner of actions while the transaction of their caller is suspended. */
    static TransactionTemplate suspended() {
        TransactionTemplate template = new TransactionTemplate(new CallersTransaction());
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        return template;
    }

    @Override
    protected Object doGetTransaction() {
        return this;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        // each statement is a transaction of its own
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        // see doBegin
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        // see doBegin
    }
}
