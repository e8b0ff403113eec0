package io.leafid;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The content of a text. Immutable.
 *
 * @param date the date in it, the first day of what it names if that is a month or a year; {@code null} if it has none
 * @param id the id in it, which with a period is that of the period
 */
public record TextId(@Nullable LocalDate date, long id) {}
