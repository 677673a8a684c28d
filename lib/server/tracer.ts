import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { env } from "@/lib/env";
import type { Begun, Span, Tracer } from "@/lib/trace";
import packageJson from "@/package.json";

const { version } = packageJson;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * A tracer with an async context of its own: nothing is registered for the process, so Next's own spans, which are
 * many, stay out.
 */
export function makeTracer(onFailure: (error: Error) => void): { tracer: Tracer; stop(): Promise<void> } {
  const place = new AsyncLocalStorage<Context | undefined>();
  const exporter = quietly(new OTLPTraceExporter(), place, onFailure);
  const provider = new TracerProvider({
    resource: resource(),
    sampler: sampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const otel = provider.getTracer("kith", version);
  const propagator = new W3CTraceContextPropagator();
  const begin = ({ name, kind, attributes }: Begun, parent: Context) =>
    otel.startSpan(name, { kind: KINDS[kind], attributes }, parent);

  const tracer: Tracer = {
    async run(begun, work) {
      const carrier = begun.traceparent ? { traceparent: begun.traceparent } : {};
      const parent = place.getStore() ?? propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      const span = begin(begun, parent);
      try {
        return await place.run(trace.setSpan(parent, span), () => work(told(span)));
      } catch (error) {
        told(span).fail(error instanceof Error ? error.name : "error");
        throw error;
      } finally {
        span.end();
      }
    },
    below(begun) {
      const parent = place.getStore();
      return parent && told(begin(begun, parent));
    },
  };
  return { tracer, stop: () => provider.shutdown() };
}

function told(span: ReturnType<ReturnType<TracerProvider["getTracer"]>["startSpan"]>): Span {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    fail: (type) => void span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  };
}

/** Exports outside any span, so that its own requests are not traced; logs once that it failed, until it works again. */
function quietly(
  exporter: SpanExporter,
  place: AsyncLocalStorage<Context | undefined>,
  onFailure: (error: Error) => void,
): SpanExporter {
  let isFailing = false;
  const note = ({ code, error }: ExportResult) => {
    const failed = code === ExportResultCode.FAILED;
    if (failed && !isFailing) onFailure(error ?? new Error("unknown"));
    isFailing = failed;
  };
  return {
    export: (spans: ReadableSpan[], done: (result: ExportResult) => void) =>
      place.run(undefined, () =>
        exporter.export(spans, (result) => {
          note(result);
          done(result);
        }),
      ),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override our own attributes. */
function resource() {
  const own = { "service.name": "kith", "service.version": version, "process.pid": process.pid };
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
}

/** By the names of OTEL_TRACES_SAMPLER in OpenTelemetry's specification; every trace unless one of them is set. */
function sampler(): Sampler {
  const { OTEL_TRACES_SAMPLER: name = "parentbased_always_on", OTEL_TRACES_SAMPLER_ARG: share } = env();
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  };
  const root = (roots[name.replace("parentbased_", "")] ?? (() => new AlwaysOnSampler()))();
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
