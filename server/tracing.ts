/**
 * Spans for OpenTelemetry: of requests, of the calls of the dispatch API that they make, and of background work. Set by the
 * variables that every OpenTelemetry program knows (docs/operations.md); without an address to send to nothing is loaded, and
 * a span costs one comparison. A span holds what a line of the log holds: no query, no body, nothing that people typed.
 */
import type { Attributes, Span } from "@opentelemetry/api";
import type { Sampler } from "@opentelemetry/sdk-trace";
import { log } from "./log";
import { version } from "./version";

type Environment = Readonly<Record<string, string | undefined>>;
type Kind = "server" | "client" | "internal";

type Begin = (name: string, kind: Kind, attributes: Attributes, traceparent: string | null) => Traced;

/** A span that has begun. */
export interface Traced {
  /** For whoever works on it further, as W3C's header says it. */
  traceparent: string;
  /** `name` takes the place of the one that it began with. */
  end(attributes: Attributes, isFault: boolean, name?: string): void;
}

/** Of this thread; null where nothing is sent. */
let begin: Begin | null = null;
/** By the request's id, while it is under way: what the console asks then belongs to it. */
const underWay = new Map<string, string>();

/** Whether the environment names somewhere to send spans to. */
export function isTraced(environment: Environment): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER = "otlp" } = environment;
  const endpoint = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  return OTEL_SDK_DISABLED?.toLowerCase() !== "true" && OTEL_TRACES_EXPORTER === "otlp" && Boolean(endpoint);
}

/**
 * Of this thread; `part` is the name of its spans' scope. Answers what sends the rest when the thread ends; it never fails, and
 * takes two seconds at most, so that a collector that is away holds up no stop.
 */
export async function startTracing(
  part: "console" | "backend",
  environment: Environment,
): Promise<() => Promise<void>> {
  if (!isTraced(environment)) return async () => undefined;
  const [api, sdk, core, resources, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/core"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const told = resources.detectResources({ detectors: [resources.envDetector, resources.hostDetector] });
  const named = { "service.name": "scenic-console", "service.version": version, "process.pid": process.pid };
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes(named).merge(told),
    sampler: samplerOf(sdk, environment),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const propagator = new core.W3CTraceContextPropagator();
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };
  const tracer = provider.getTracer(`scenic-console/${part}`, version);
  begin = (name, kind, attributes, traceparent) => {
    const parent = traceparent
      ? propagator.extract(api.ROOT_CONTEXT, { traceparent }, api.defaultTextMapGetter)
      : api.ROOT_CONTEXT;
    return traced(tracer.startSpan(name, { kind: kinds[kind], attributes }, parent), api.SpanStatusCode.ERROR);
  };
  log("info", "start", { message: `Spans of the ${part} are sent by OpenTelemetry.` });
  return async () => {
    begin = null;
    const late = new Promise<void>((resolve) => setTimeout(resolve, 2_000).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

/** Null where nobody wants to know. `traceparent`: of whom it is a part. */
export function beginSpan(
  name: string,
  kind: Kind,
  attributes: Attributes,
  traceparent: string | null = null,
): Traced | null {
  return begin?.(name, kind, attributes, traceparent) ?? null;
}

/** As a span of its own, which is a part of nothing; a failure is told and thrown on. */
export async function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, "internal", attributes);
  if (!span) return work();
  try {
    const result = await work();
    span.end({}, false);
    return result;
  } catch (error) {
    span.end({}, true);
    throw error;
  }
}

/** What is asked for this request from now on belongs to the span. */
export function tracesRequest(requestId: string, span: Traced | null): void {
  if (span) underWay.set(requestId, span.traceparent);
}

export function requestEnded(requestId: string): void {
  if (begin) underWay.delete(requestId);
}

/** The header for a call that the request makes; null where no span is under way. */
export const traceparentOf = (requestId: string): string | null => underWay.get(requestId) ?? null;

function traced(span: Span, error: number): Traced {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    end(attributes, isFault, name) {
      span.setAttributes(attributes);
      if (name) span.updateName(name);
      if (isFault) span.setStatus({ code: error });
      span.end();
    },
  };
}

/** By OTEL_TRACES_SAMPLER; what is not known is as if it were not set, as its specification asks. */
function samplerOf(sdk: typeof import("@opentelemetry/sdk-trace"), environment: Environment): Sampler {
  const { OTEL_TRACES_SAMPLER = "", OTEL_TRACES_SAMPLER_ARG = "" } = environment;
  const share = OTEL_TRACES_SAMPLER_ARG === "" ? 1 : Number(OTEL_TRACES_SAMPLER_ARG);
  const [kind, isByParent] = OTEL_TRACES_SAMPLER.startsWith("parentbased_")
    ? [OTEL_TRACES_SAMPLER.slice("parentbased_".length), true]
    : [OTEL_TRACES_SAMPLER, false];
  const root =
    kind === "always_off"
      ? new sdk.AlwaysOffSampler()
      : kind === "traceidratio" && share >= 0 && share <= 1
        ? new sdk.TraceIdRatioBasedSampler(share)
        : new sdk.AlwaysOnSampler();
  return isByParent || kind === "" ? new sdk.ParentBasedSampler({ root }) : root;
}
