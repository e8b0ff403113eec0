package shop;

import io.leafid.IdGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places orders from 50 threads over the application's pool, in a transaction each, and writes their ids to a file. */
@SpringBootApplication
public class Shop {

    private static final int THREADS = 50;
    private static final int ORDERS = 40; // of each thread

    public static void main(String[] args) {
        SpringApplication.run(Shop.class, args);
    }

    @Bean
    CommandLineRunner place(Cashier cashier, Environment environment) {
        return args -> {
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Callable<List<String>>> customers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                customers.add(() -> {
                    List<String> ids = new ArrayList<>();
                    for (int order = 0; order < ORDERS; order++) {
                        ids.add(Long.toString(cashier.sell()));
                    }
                    return ids;
                });
            }
            List<String> all = new ArrayList<>();
            try {
                for (Future<List<String>> customer : threads.invokeAll(customers)) {
                    all.addAll(customer.get());
                }
            } finally {
                threads.shutdownNow();
            }
            Files.write(Path.of(environment.getRequiredProperty("shop.ids")), all);
            if (environment.getProperty("shop.stays", Boolean.class, false)) {
                Thread.currentThread().join(); // until it is ended
            }
        };
    }
}

/** Holds a connection of the application's pool when it asks for an id. */
@Component
class Cashier {

    private final Orders orders;
    private final JdbcTemplate jdbc;

    Cashier(Orders orders, JdbcTemplate jdbc) {
        this.orders = orders;
        this.jdbc = jdbc;
    }

    @Transactional
    public long sell() {
        jdbc.queryForObject("select 1", Integer.class);
        long id = orders.place();
        jdbc.update("insert into orders (id) values (?)", id);
        return id;
    }
}

