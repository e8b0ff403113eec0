package io.leafid.cluster;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** A zone in which clocks go back by an hour a minute after midnight, so that it is yesterday again, as it was in Goose Bay. */
final class EndOfSummerTime extends ZoneRulesProvider {

    private static final String ID = "Simulation/EndOfSummerTime";

    private final ZoneRules rules;

    private EndOfSummerTime(Instant end) {
        ZoneOffset summer = ZoneOffset.ofHours(12);
        ZoneOffset winter = ZoneOffset.ofHours(11);
        ZoneOffsetTransition back = ZoneOffsetTransition.of(LocalDateTime.ofInstant(end, summer), summer, winter);
        rules = ZoneRules.of(winter, summer, List.of(), List.of(back), List.of());
    }

    /** The zone, for a moment at which it is a minute past midnight by its summer time; the same for all calls of one Java. */
    @SuppressWarnings("InvalidZoneId") // it is registered before
    static ZoneId at(Instant end) {
        if (!ZoneRulesProvider.getAvailableZoneIds().contains(ID)) { // another class loader may have been here
            ZoneRulesProvider.registerProvider(new EndOfSummerTime(end));
        }
        return ZoneId.of(ID);
    }

    @Override
    protected Set<String> provideZoneIds() {
        return Set.of(ID);
    }

    @Override
    protected ZoneRules provideRules(String zoneId, boolean forCaching) {
        return rules;
    }

    @Override
    protected NavigableMap<String, ZoneRules> provideVersions(String zoneId) {
        return new TreeMap<>(Map.of("1", rules));
    }
}
