package io.leafid.web;

import io.leafid.testing.OperatedApplication;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The browser of this machine, with a profile of its own. Selenium downloads nothing when it is told both programs. */
final class Chromium implements AutoCloseable {

    static final String NOTICE = "skipped: no browser; install Debian's packages chromium and chromium-driver";

    private static final JsonMapper JSON = new JsonMapper();
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private static final Set<String> LAYOUTS = Set.of("LayoutCount", "RecalcStyleCount");

    private final ChromeDriver driver;
    private final List<String> complaints = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();

    /** Starts the browser; the profile is a directory that does not outlive the test. */
    Chromium(Path profile) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(find("chromium").orElseThrow());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--no-proxy-server",
                "--host-resolver-rules=MAP *.test 127.0.0.1",
                "--hide-scrollbars",
                "--lang=en",
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(find("chromedriver").orElseThrow())
                .build();
        driver = new ChromeDriver(service, options);
    }

    static boolean isInstalled() {
        return find("chromium").isPresent() && find("chromedriver").isPresent();
    }

    private static Optional<File> find(String program) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Stream.of(path.split(Pattern.quote(File.pathSeparator)))
                .map(directory -> new File(directory, program))
                .filter(File::canExecute)
                .findFirst();
    }

    /** Opens a page in a window of a desktop, in light colours. */
    void open(String url) {
        desktop();
        prefers("light");
        driver.get(url);
    }

    void desktop() {
        cdp(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 1280, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    /** The size of a common telephone, held upright. */
    void phone() {
        cdp(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 390, "height", 844, "deviceScaleFactor", 2, "mobile", true));
    }

    /** What the system's settings say about colours: "light" or "dark". */
    void prefers(String scheme) {
        cdp(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** What a command of the browser's own protocol answers. */
    JsonNode cdp(String command, Map<String, Object> parameters) {
        return JSON.valueToTree(driver.executeCdpCommand(command, parameters));
    }

    JsonNode cdp(String command) {
        return cdp(command, Map.of());
    }

    /** Begins to count how often the browser lays something out. */
    void startMeasuring() {
        cdp("Performance.enable");
    }

    /** How often styles were computed and things laid out, since some time. */
    long layouts() {
        return cdp("Performance.getMetrics")
                .get("metrics")
                .valueStream()
                .filter(metric -> LAYOUTS.contains(metric.get("name").asString()))
                .mapToLong(metric -> metric.get("value").asLong())
                .sum();
    }

    /** What a script returns, which must be something. */
    Object run(String script, Object... arguments) {
        return Objects.requireNonNull(driver.executeScript(script, arguments), script);
    }

    /** What a script returns as JSON. */
    JsonNode json(String script, Object... arguments) {
        return OperatedApplication.parse((String) run(script, arguments));
    }

    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    void pressWithShift(CharSequence key) {
        new Actions(driver).keyDown(Keys.SHIFT).sendKeys(key).keyUp(Keys.SHIFT).perform();
    }

    /** What a screen reader is told about the page: all nodes that are not passed over. */
    List<JsonNode> accessibilityTree() {
        return cdp("Accessibility.getFullAXTree")
                .get("nodes")
                .valueStream()
                .filter(node -> !node.get("ignored").asBoolean())
                .toList();
    }

    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    String title() {
        return Objects.requireNonNull(driver.getTitle());
    }

    /** Keeps a picture of the page, of all of it or of what is in the window. */
    void screenshot(String name, boolean all) throws IOException {
        JsonNode shot = cdp("Page.captureScreenshot", Map.of("captureBeyondViewport", all));
        byte[] png = Base64.getDecoder().decode(shot.get("data").asString());
        Files.write(SCREENSHOTS.resolve(name + ".png"), png);
    }

    /** Forgets what was logged so far. */
    void forgetLogs() {
        readLogs();
        complaints.clear();
        requests.clear();
    }

    /** What the console holds: errors of scripts, violations of the page's policy, requests that failed. */
    List<String> complaints() {
        readLogs();
        return List.copyOf(complaints);
    }

    /** The addresses that were asked. */
    List<String> requests() {
        readLogs();
        return List.copyOf(requests);
    }

    private void readLogs() {
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            complaints.add(entry.getMessage());
        }
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode message = OperatedApplication.parse(entry.getMessage()).get("message");
            if (message.get("method").asString().equals("Network.requestWillBeSent")) {
                requests.add(message.at("/params/request/url").asString());
            }
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
