import type { FastifyInstance } from 'fastify';
import { type QueryEvent, queries } from '../db/connection/connect.ts';

export type Tracing = {
  /** Registered before any route: traces requests of this application. */
  follow: (app: FastifyInstance) => Promise<void>;
  /** Flushes pending spans. */
  close: () => Promise<void>;
};

const STATEMENT = 1_000;

/**
 * Exports spans of requests and their statements to `{endpoint}/v1/traces` (OTLP over HTTP). The libraries are loaded
 * on demand, since they are large. Spans name routes and statements without values; addresses and messages are removed,
 * as they may hold personal data.
 */
export async function openTracing(endpoint: string): Promise<Tracing> {
  const [{ context, SpanKind, SpanStatusCode, trace }, { OTLPTraceExporter }, node, { resourceFromAttributes }, otel] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/resources'),
      import('@fastify/otel'),
    ]);

  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const batches = new node.BatchSpanProcessor(exporter);
  const provider = new node.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'morada' }),
    spanProcessors: [
      {
        onStart: (span, parent) => batches.onStart(span, parent),
        onEnd(span) {
          delete span.status.message;
          batches.onEnd(span);
        },
        forceFlush: () => batches.forceFlush(),
        shutdown: () => batches.shutdown(),
      },
    ],
  });
  provider.register();

  const tracer = provider.getTracer('morada');
  const follow = (message: unknown) => {
    // Statements outside a request, such as the queue's polling, are not traced.
    if (!trace.getActiveSpan()) return;
    const { sql, duration, failed } = message as QueryEvent;
    const end = Date.now();
    const span = tracer.startSpan(
      sql.split(/\s/, 1)[0] ?? 'query',
      {
        kind: SpanKind.CLIENT,
        startTime: end - duration,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, STATEMENT) },
      },
      context.active(),
    );
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  };
  queries.subscribe(follow);

  const instrumentation = new otel.FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    requestHook: (span, { id, method, routeOptions }) => {
      const route = routeOptions.url ?? 'none';
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'url.path': route, 'morada.request_id': id });
    },
  });
  instrumentation.setTracerProvider(provider);

  return {
    follow: async (app) => {
      await app.register(instrumentation.plugin());
    },
    close: async () => {
      queries.unsubscribe(follow);
      await provider.shutdown();
    },
  };
}
