package io.leafid.segment;

/** What happens to a tag that has no row when an id of it is wanted. */
enum Unknown {

    /** It is refused, or gets a row, as the settings say. */
    AS_CONFIGURED,

    /** It is refused, whatever the settings say. */
    REFUSED
}
