package io.leafid.sample;

import org.springframework.data.repository.ListCrudRepository;

/** The table of orders. Its key comes from Leaf, not from the database. */
interface OrderRepository extends ListCrudRepository<CustomerOrder, Long> {}
