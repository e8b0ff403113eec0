package io.leafid.web.route;

import jakarta.servlet.http.HttpServletRequest;

/** The path of a servlet's request as the client sent it. Stateless. */
final class ServletPath {

    private ServletPath() {}

    /**
     * The text behind the servlet's own path.
     *
     * @throws IllegalArgumentException if the path is not in its normal form
     */
    static String behind(HttpServletRequest request) {
        if (!isInNormalForm(request)) {
            throw new IllegalArgumentException(PathSuffix.OTHER_FORM);
        }
        int begin = request.getContextPath().length() + request.getServletPath().length();
        return PathSuffix.withoutParameters(request.getRequestURI().substring(begin));
    }

    /** Returns whether the path that was sent begins exactly with that of the servlet which it was given to. */
    static boolean isInNormalForm(HttpServletRequest request) {
        String raw = request.getRequestURI();
        String context = request.getContextPath();
        String servlet = request.getServletPath();
        int end = context.length() + servlet.length();
        return raw.startsWith(context)
                && raw.startsWith(servlet, context.length())
                && (raw.length() == end || raw.charAt(end) == '/');
    }
}
