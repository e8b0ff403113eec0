package io.leafid.autoconfigure.check;

import io.leafid.autoconfigure.properties.LeafProperties.CheckFormat;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.text.Reasons;
import java.io.PrintStream;
import java.util.List;
import java.util.function.IntConsumer;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * The check of a start: runs before anything of the application does, writes what it finds and ends the process. Immutable.
 *
 * @param parts what is looked at, in this order
 * @param format how the findings are written
 * @param out where they are written
 * @param end ends the process with an exit code
 */
record LeafCheck(List<CheckPart> parts, CheckFormat format, PrintStream out, IntConsumer end)
        implements SmartInitializingSingleton {

    private static final int GOOD = 0;
    private static final int BAD = 1;

    @Override
    public void afterSingletonsInstantiated() {
        Findings findings = new Findings();
        parts.forEach(part -> look(part, findings));
        if (findings.isEmpty()) {
            findings.problem("engines", "no engine is on; set leaf.segment.enabled or leaf.snowflake.enabled");
        }
        out.println(format == CheckFormat.JSON ? findings.json() : findings.text());
        out.flush();
        end.accept(findings.areGood() ? GOOD : BAD);
    }

    private static void look(CheckPart part, Findings findings) {
        try {
            part.look(findings);
        } catch (RuntimeException ex) {
            findings.problem("start", reason(ex));
        }
    }

    /** The explanation that a start would have given, wherever Spring has wrapped it. */
    private static String reason(Throwable failure) {
        for (Throwable each : Reasons.causes(failure)) {
            if (each instanceof LeafStartException explained) {
                return explained.description() + " " + explained.action();
            }
        }
        return Reasons.of(failure);
    }
}
