package io.leafid.integration.mybatisplus;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with entities of MyBatis-Plus. */
@SpringBootApplication(proxyBeanMethods = false)
class MybatisPlusApplication {}
