package io.leafid.specification;

/** The protocol of worker ids: no time is used by two runs, and ids flow again once faults stop. */
class WorkerIdLeaseTest extends SpecificationContract {

    WorkerIdLeaseTest() {
        super("WorkerIdLease");
    }
}
