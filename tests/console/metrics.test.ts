/** /metrics: this machine, or whoever has the token; for anybody else it is an address like those that are not there. */
import { expect, test } from "vitest";
import { mayReadMetrics, RequestCounts } from "~server/console/metrics";

const from = (address: string, headers: Record<string, string> = {}) => ({ address, headers: new Headers(headers) });
const token = "a-token-of-many-random-characters-1";

test.each([
  ["this machine", from("127.0.0.1"), "", true],
  ["this machine by IPv6", from("::ffff:127.0.0.1"), "", true],
  ["another machine", from("10.0.0.7"), "", false],
  ["another machine through a proxy of this one", from("127.0.0.1", { "x-forwarded-for": "10.0.0.7" }), "", false],
  ["no socket", from(""), "", false],
  ["the token", from("10.0.0.7", { authorization: `Bearer ${token}` }), token, true],
  ["another token", from("127.0.0.1", { authorization: `Bearer ${token.slice(0, -1)}2` }), token, false],
  ["no token, where there is one", from("127.0.0.1"), token, false],
])("%s", (_, asking, wanted, may) => {
  expect(mayReadMetrics(asking, wanted)).toBe(may);
});

test("requests by status, and how long they took, as Prometheus reads it", () => {
  const counts = new RequestCounts();
  for (const [status, ms] of [
    [200, 40],
    [201, 200],
    [404, 3],
    [503, 12_000],
  ] as const)
    counts.note(status, ms);
  const text = counts.text();
  for (const line of [
    'console_requests_total{status="2xx"} 2',
    'console_requests_total{status="5xx"} 1',
    'console_request_seconds_bucket{le="0.05"} 2',
    'console_request_seconds_bucket{le="10"} 3',
    'console_request_seconds_bucket{le="+Inf"} 4',
    "console_request_seconds_count 4",
  ])
    expect(text).toContain(`${line}\n`);
  for (const line of text.trimEnd().split("\n"))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.]+)$/);
});
