package io.leafid.segment.status;

import java.util.List;
import java.util.Map;

/**
 * The tags that a query has chosen, and how many there are. Immutable.
 *
 * @param shown the chosen tags, in the order of the query
 * @param matching how many tags pass the filter, shown or not
 * @param states how many of those are in each state
 * @param known how many tags there are, whatever the filter
 */
public record SegmentTagPage(
        List<SegmentTagStatus> shown, int matching, Map<SegmentTagStatus.State, Integer> states, int known) {}
