package io.leafid.specification;

/** The protocol of segments: ids are unique and grow, and each caller gets one once faults stop. */
class SegmentsTest extends SpecificationContract {

    SegmentsTest() {
        super("Segments");
    }
}
