package io.leafid.integration.jpa;

import org.springframework.data.jpa.repository.JpaRepository;

/** A repository as applications have it. */
interface Purchases extends JpaRepository<Shapes.Purchase, Long> {}
