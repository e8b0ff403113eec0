package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Percentiles;
import java.util.List;

/** Percentiles of several generators as SVG: time over the share of calls, both by powers of ten. */
final class LatencyPlot {

    private static final int WIDTH = 860;
    private static final int HEIGHT = 420;
    private static final int LEFT = 70;
    private static final int TOP = 20;
    private static final int PLOT_WIDTH = 480;
    private static final int PLOT_HEIGHT = 350;
    private static final int LEAST_POWER = 1; // 10 ns
    private static final int POWERS = 9; // to 10 s
    private static final String[] COLOURS = {
        "#1b6ca8", "#d1495b", "#2e933c", "#8e5bb5", "#e08e0b", "#5d5d5d", "#00a6a6", "#a0522d", "#c71585", "#6b8e23",
        "#000000", "#708090"
    };
    private static final String[] POWER_NAMES = {
        "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"
    };
    private static final String[] NINE_NAMES = {"0", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %"};

    private LatencyPlot() {}

    /** The plot of these curves, in this order. */
    static String svg(List<Figure> curves) {
        StringBuilder svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
                <rect width="100%%" height="100%%" fill="white"/>
                """.formatted(WIDTH, HEIGHT));
        grid(svg);
        for (int i = 0; i < curves.size(); i++) {
            curve(svg, curves.get(i), COLOURS[i % COLOURS.length], TOP + 16 * (i + 1));
        }
        return svg.append("</svg>\n").toString();
    }

    private static void grid(StringBuilder svg) {
        for (int power = 0; power <= POWERS; power++) {
            double y = y(Math.pow(10, power + LEAST_POWER));
            svg.append(line(LEFT, y, LEFT + PLOT_WIDTH, y));
            svg.append("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n"
                    .formatted(LEFT - 8, y + 4, POWER_NAMES[power]));
        }
        for (int nine = 0; nine <= Percentiles.NINES; nine++) {
            double x = x(nine);
            svg.append(line(x, TOP, x, TOP + PLOT_HEIGHT));
            svg.append("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n"
                    .formatted(x, TOP + PLOT_HEIGHT + 20, NINE_NAMES[nine]));
        }
    }

    private static String line(double x1, double y1, double x2, double y2) {
        return "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>%n".formatted(x1, y1, x2, y2);
    }

    private static void curve(StringBuilder svg, Figure curve, String colour, int legendY) {
        StringBuilder points = new StringBuilder();
        for (int point = 0; point < curve.nanos().size(); point++) {
            double nanos = curve.nanos().get(point);
            points.append("%.1f,%.1f ".formatted(x(Percentiles.nines(point)), y(nanos)));
        }
        svg.append("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n"
                .formatted(points.toString().strip(), colour));
        int legendX = LEFT + PLOT_WIDTH + 16;
        svg.append("<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"4\" fill=\"%s\"/>%n"
                .formatted(legendX, legendY - 6, colour));
        svg.append("<text x=\"%d\" y=\"%d\">%s: %s</text>%n"
                .formatted(legendX + 20, legendY, curve.name(), curve.param("scene")));
    }

    private static double x(double nines) {
        return LEFT + PLOT_WIDTH * nines / Percentiles.NINES;
    }

    private static double y(double nanos) {
        double power = Math.log10(Math.max(1, nanos)) - LEAST_POWER;
        return TOP + PLOT_HEIGHT * (1 - Math.max(0, Math.min(1, power / POWERS)));
    }
}
