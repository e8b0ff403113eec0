package io.leafid.web.route;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * The customizer that lets encoded slashes of a tag pass Tomcat's connector.
 *
 * <p>Encoded slashes and backslashes get to Leaf's servlets alone. Tomcat refuses them for the whole server unless
 * it is told otherwise, because an application that takes a decoded one for part of a file's name is in danger. So where the
 * application has not decided itself, they pass the connector, still encoded, and are refused as before wherever another
 * servlet would get them.
 *
 * <p>A path that names one of Leaf's servlets in another way, such as {@code //api/ids/a}, gets to none: it is refused before
 * filters of Spring fail at it and the client is told that it is the server's fault.
 */
public final class TomcatPathCustomizer
        implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

    /** Connectors whose setting is ours and not the application's. */
    private final Set<Connector> opened = ConcurrentHashMap.newKeySet();

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addConnectorCustomizers(this::open);
        factory.addContextCustomizers(context -> context.getPipeline().addValve(new Guard()));
    }

    /** The last of all, so that what the application sets is seen. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    private void open(Connector connector) {
        if (hasDefaults(connector)) {
            connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
            connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
            opened.add(connector);
        }
    }

    /** An encoded slash is refused, an encoded backslash is decoded, and a backslash is refused. */
    private static boolean hasDefaults(Connector connector) {
        return connector.getEncodedSolidusHandling().equals(EncodedSolidusHandling.REJECT.getValue())
                && connector.getEncodedReverseSolidusHandling().equals(EncodedSolidusHandling.DECODE.getValue())
                && !connector.getAllowBackslash();
    }

    private final class Guard extends ValveBase {

        Guard() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            boolean isLeafs = isLeafs(request.getWrapper());
            if (isLeafs && !ServletPath.isInNormalForm(request)) {
                RouteServlet.write(Problem.badRequest(PathSuffix.OTHER_FORM).response(), response);
            } else if (!isLeafs && opened.contains(request.getConnector()) && hasSlash(request)) {
                response.sendError(HttpServletResponse.SC_BAD_REQUEST);
            } else {
                getNext().invoke(request, response);
            }
        }

        private static boolean hasSlash(Request request) {
            String path = request.getRequestURI();
            if (path.indexOf('%') < 0) {
                return false;
            }
            String encoded = path.toUpperCase(Locale.ROOT);
            return encoded.contains("%2F") || encoded.contains("%5C");
        }

        private static boolean isLeafs(@Nullable Wrapper wrapper) {
            return wrapper != null && wrapper.getName().startsWith(RouteServlet.NAME_PREFIX);
        }
    }
}
