package io.leafid.integration.jpa;

import jakarta.persistence.EntityManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Reads what is loaded lazily after its transaction has ended. */
@RestController
class InvoiceController {

    private final EntityManager entities;
    private final TransactionOperations transactions;

    InvoiceController(EntityManager entities, TransactionOperations transactions) {
        this.entities = entities;
        this.transactions = transactions;
    }

    @PostMapping("/invoices")
    String place(@RequestParam String text) {
        Shapes.Invoice invoice = new Shapes.Invoice().with(text);
        transactions.executeWithoutResult(status -> entities.persist(invoice));
        return "invoice " + invoice.id + " with line " + invoice.lines.get(0).id;
    }

    @GetMapping("/invoices/{id}")
    String show(@PathVariable long id) {
        return entities.find(Shapes.Invoice.class, id).lines.get(0).text;
    }
}
