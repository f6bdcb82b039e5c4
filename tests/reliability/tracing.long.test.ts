/** Spans for OpenTelemetry: of what a request asked, as one trace, with nothing in them that people typed. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { inSpan, isTraced, startTracing } from "~server/tracing";
import { startConsole } from "~tests/support/running.mjs";
import { isSold, openCounter } from "./counter";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Sent {
  resourceSpans: {
    resource: { attributes: Span["attributes"] };
    scopeSpans: { scope: { name: string }; spans: Span[] }[];
  }[];
}

let folder: string;
let collector: Server;
let endpoint: string;
const sent: { path: string; headers: Record<string, unknown>; body: string }[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "console-spans-"));
  collector = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      sent.push({ path: request.url ?? "", headers: request.headers, body });
      response.setHeader("content-type", "application/json").end("{}");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => collector.once("listening", resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  collector.close();
  rmSync(folder, { recursive: true });
});

test("a sale is one trace through console and backend; no mobile, no address's query and no number is in it", async () => {
  const console = await startConsole({
    dataDir: path.join(folder, "data"),
    demo: true,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "x-team=gates",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=branch",
    },
  });
  try {
    const counter = await openCounter(console.url, "seller", "Demo#2026");
    expect(isSold(await counter.sell())).toBe(true);
    await counter.get("/order/offlineOrderList?mobile=13912345678");
  } finally {
    await console.stop();
  }
  expect(new Set(sent.map((one) => one.path))).toEqual(new Set(["/v1/traces"]));
  expect(sent.every(({ headers }) => headers["x-team"] === "gates")).toBe(true);
  const groups = sent.flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans);
  const ofResource = groups.flatMap(({ resource }) =>
    resource.attributes.map(({ key, value }) => [key, value.stringValue]),
  );
  expect(ofResource).toContainEqual(["service.name", "scenic-console"]);
  expect(ofResource).toContainEqual(["deployment.environment.name", "branch"]);
  const spans = groups.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) => spans.map((span) => ({ ...span, scope: scope.name }))),
  );
  const sale = spans.find(({ name }) => name === "ticket/sellTickets");
  expect(sale?.scope).toBe("scenic-console/backend");
  const request = spans.find(({ spanId }) => spanId === sale?.parentSpanId);
  expect([request?.name, request?.scope, request?.traceId]).toEqual(["POST", "scenic-console/console", sale?.traceId]);
  expect(request?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
  for (const { body } of sent) {
    expect(body).not.toContain("13912345678");
    expect(body).not.toMatch(/idempotencyKey|Demo#2026|\?mobile/);
  }
}, 300_000);

test("background work is a span of its own, a failure is told; what is sampled away is not sent", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", `${endpoint}/here`);
  const work = async () => {
    await inSpan("job nightly", { "console.request_id": "job-7" }, async () => 1);
    await inSpan("job hourly", {}, () => Promise.reject(new Error("a name"))).catch(() => undefined);
  };
  for (const sampler of ["", "always_off", "parentbased_always_off", "traceidratio"]) {
    sent.length = 0;
    vi.stubEnv("OTEL_TRACES_SAMPLER", sampler);
    const end = await startTracing("backend", process.env);
    await work();
    await end();
    const isSent = !sampler.endsWith("off");
    expect(sent.map((one) => one.path)).toEqual(isSent ? ["/here"] : []);
    const spans = sent.flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans[0]?.scopeSpans[0]?.spans ?? []);
    expect(spans.map(({ name, status }) => [name, status.code])).toEqual(
      isSent
        ? [
            ["job nightly", 0],
            ["job hourly", 2],
          ]
        : [],
    );
    expect(sent.map(({ body }) => body).join()).not.toContain("a name");
  }
  expect(isTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" })).toBe(false);
  expect(isTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: "none" })).toBe(false);
  expect(isTraced({})).toBe(false);
});

test("a collector that is away changes nothing: the counter sells, and a stop takes no longer", async () => {
  const console = await startConsole({
    dataDir: path.join(folder, "away"),
    demo: true,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" },
  });
  const counter = await openCounter(console.url, "seller", "Demo#2026");
  expect(isSold(await counter.sell())).toBe(true);
  const began = performance.now();
  await console.stop();
  expect(performance.now() - began).toBeLessThan(12_000);
}, 300_000);
