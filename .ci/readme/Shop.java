package shop;

import io.leafid.IdGenerator;
import io.leafid.data.LeafId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Table;
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
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Stores orders and places others from 50 threads over the application's pool, in a transaction each, and writes all ids to a file. */
@SpringBootApplication
public class Shop {

    private static final int THREADS = 50;
    private static final int SALES = 40; // of each thread

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
                    for (int sale = 0; sale < SALES; sale++) {
                        cashier.sell().forEach(id -> ids.add(id.toString()));
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

/** Holds a connection of the application's pool when it asks for ids: one for an entity, and one of the service's. */
@Component
class Cashier {

    private final Orders orders;

    @PersistenceContext
    private EntityManager entities;

    Cashier(Orders orders) {
        this.orders = orders;
    }

    @Transactional
    public List<Object> sell() {
        entities.createNativeQuery("select 1").getSingleResult();
        ShopOrder order = new ShopOrder();
        entities.persist(order);
        entities.flush();
        Object id = entities.getEntityManagerFactory().getPersistenceUnitUtil().getIdentifier(order);
        return List.of(id, orders.place());
    }
}

