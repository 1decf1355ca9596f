package dev.plaza.order;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

/// The whole service on real servers, on a free port, with a clock that tests may move and with
/// [Catalog] and [Api] to play its neighbours. All such tests share one context.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ContextConfiguration(initializers = ServersInitializer.class)
@Import({MovableClock.class, Catalog.class, Api.class})
public @interface OnServers {}
