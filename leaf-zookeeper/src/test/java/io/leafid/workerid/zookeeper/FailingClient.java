package io.leafid.workerid.zookeeper;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.GetACLBuilder;

/** A client of which the next calls for an access list fail in the given ways; everything else is that of another. For one thread. */
final class FailingClient {

    private final Queue<Exception> failures = new ArrayDeque<>();
    private final CuratorFramework client;
    private int calls;

    FailingClient(CuratorFramework working) {
        client = proxy(
                CuratorFramework.class,
                working,
                (proxy, method, arguments) -> method.getName().equals("getACL") ? accessList(working) : null);
    }

    CuratorFramework client() {
        return client;
    }

    /** Lets as many calls fail from now on. */
    void failWith(Exception... next) {
        failures.addAll(List.of(next));
    }

    /** How many access lists were asked for. */
    int calls() {
        return calls;
    }

    private GetACLBuilder accessList(CuratorFramework working) {
        return proxy(GetACLBuilder.class, working.getACL(), (proxy, method, arguments) -> {
            calls++;
            if (!failures.isEmpty()) {
                throw failures.remove();
            }
            return null;
        });
    }

    /** Calls the handler and, if it returns nothing, the original. */
    private static <T> T proxy(Class<T> type, T original, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object replaced = handler.invoke(proxy, method, arguments);
                    if (replaced != null) {
                        return replaced;
                    }
                    try {
                        return method.invoke(original, arguments);
                    } catch (InvocationTargetException ex) {
                        throw ex.getCause();
                    }
                }));
    }
}
