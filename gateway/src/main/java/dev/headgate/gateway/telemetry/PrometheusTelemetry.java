package dev.headgate.gateway.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.Label;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

final class PrometheusTelemetry implements Telemetry {
  // HTTP_METHOD is not among them: a client may send any token as a method.
  private static final Set<Label> LABELS =
      EnumSet.of(Label.LOCAL, Label.NAMESPACE, Label.HTTP_CODE, Label.POOL_TYPE, Label.POOL_NAME);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();

  PrometheusTelemetry() {
    List<MeterBinder> process =
        List.of(
            new JvmMemoryMetrics(),
            collections,
            new JvmThreadMetrics(),
            new ClassLoaderMetrics(),
            new ProcessorMetrics(),
            new FileDescriptorMetrics(),
            new UptimeMetrics());
    process.forEach(meters -> meters.bindTo(registry));
  }

  @Override
  public MeterRegistry registry() {
    return registry;
  }

  @Override
  public VertxBuilder measured(VertxOptions options) {
    MicrometerMetricsOptions metrics = new MicrometerMetricsOptions();
    metrics
        .setLabels(LABELS)
        .addDisabledMetricsCategory(MetricsDomain.EVENT_BUS)
        .addDisabledMetricsCategory(MetricsDomain.VERTICLES)
        // Its meters are looked up anew for every request, polls included; what fans and operators
        // are
        // answered is counted where it is known what it means.
        .addDisabledMetricsCategory(MetricsDomain.HTTP_SERVER)
        // Registries are kept by name for the whole process: two gateways in it must not share.
        .setRegistryName(UUID.randomUUID().toString())
        .setEnabled(true);
    return Vertx.builder()
        .with(new VertxOptions(options).setMetricsOptions(metrics))
        .withMetrics(new MicrometerMetricsFactory(registry));
  }

  @Override
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
