package io.leafid.textid;

import java.time.LocalDate;

/** A field of the date in a text. */
enum DateField implements TextPart {
    /** The year with its century. */
    YEAR("yyyy") {
        @Override
        int of(LocalDate date) {
            return date.getYear();
        }
    },
    /** The year of the century that begins in 2000. */
    SHORT_YEAR("yy") {
        @Override
        int of(LocalDate date) {
            return Math.floorMod(date.getYear(), 100);
        }
    },
    MONTH("MM") {
        @Override
        int of(LocalDate date) {
            return date.getMonthValue();
        }
    },
    DAY("dd") {
        @Override
        int of(LocalDate date) {
            return date.getDayOfMonth();
        }
    };

    private final String letters;

    DateField(String letters) {
        this.letters = letters;
    }

    /** The letters that stand for it in a pattern. */
    String letters() {
        return letters;
    }

    abstract int of(LocalDate date);

    String text(LocalDate date) {
        String digits = Integer.toString(of(date));
        return "0".repeat(Math.max(0, letters.length() - digits.length())) + digits;
    }

    @Override
    public String syntax() {
        return "([0-9]{" + letters.length() + "})";
    }
}
