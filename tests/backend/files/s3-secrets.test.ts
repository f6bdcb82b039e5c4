/** The keys of an S3-compatible store, and what it signs with them, stand in no line of the log and in no answer. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { uploadPaths } from "~/contract/files";
import { createBackend } from "~server/backend/app";
import { S3Store } from "~server/backend/files/s3-store";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { picture, send } from "./uploading";

const keys = {
  region: "cn-north-1",
  accessKey: "AKIAEXAMPLEACCESSKEY",
  secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLE",
};
const mark = "bucket-of-nobody-else";

let backend: TestBackend;
let server: Server;
let endpoint = "";
/** Signatures and whatever else authorised a request, as they arrived. */
const seen: string[] = [];
let answer: RequestListener = (_, response) => response.end();
beforeAll(async () => {
  backend = await openTestBackend();
  server = createServer((request, response) => {
    const { authorization = "" } = request.headers;
    seen.push(authorization, /Signature=(\w+)/.exec(authorization)?.[1] ?? "none");
    request.resume().on("end", () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await backend.close();
});

const lines: string[] = [];
beforeEach(() => {
  lines.length = seen.length = 0;
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void lines.push(said.map(String).join(" ")));
});
afterEach(() => vi.restoreAllMocks());

async function uploaded(at: string): Promise<{ status: number; text: string }> {
  const store = new S3Store({ endpoint: at, bucket: mark, ...keys });
  const app = createBackend({ database: backend.database, now: () => new Date(), files: { store, secret: "s" } });
  const reply = await send({ ...backend, app }, uploadPaths.image, [{ bytes: await picture("png"), name: "a.png" }]);
  return { status: reply.status, text: JSON.stringify(reply) };
}

/** Nothing of the store: neither what opens it nor where it is. */
function expectNothingTold(text: string): void {
  const port = new URL(endpoint).port;
  const secrets = [
    keys.accessKey,
    keys.secretKey,
    encodeURIComponent(keys.secretKey),
    "Signature",
    mark,
    `:${port}`,
    ...seen,
  ];
  for (const said of [text, ...lines])
    for (const one of secrets.filter((secret) => secret !== "")) expect(said).not.toContain(one);
}

/** Words of a store that tells everything it was sent, as some do. */
const talkative: RequestListener = (request, response) =>
  response
    .writeHead(403, { "content-type": "application/xml" })
    .end(
      `<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>${keys.accessKey}</AWSAccessKeyId><StringToSign>${request.headers.authorization}</StringToSign></Error>`,
    );

test("of an upload that succeeds", async () => {
  answer = (_, response) => response.writeHead(200).end();
  const { status, text } = await uploaded(endpoint);
  expect(status).toBe(200);
  expect(seen[0]).toContain(keys.accessKey);
  expectNothingTold(text);
});

test.each<[string, RequestListener, RegExp]>([
  ["403 with all that was sent", talkative, /answered 403 to PUT/],
  ["500", (_, response) => response.writeHead(500).end("internal"), /answered 500 to PUT/],
  [
    "a redirect",
    (_, response) => response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
    /reached for PUT/,
  ],
  ["a connection that is cut", (_, response) => response.destroy(), /could not be reached for PUT/],
])("of one that is answered with %s", async (_, listener, words) => {
  answer = listener;
  const { status, text } = await uploaded(endpoint);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(seen.length).toBeGreaterThan(0);
  expect(lines.join("\n")).toMatch(words);
  expectNothingTold(text);
});

test("of one that nobody answers in time", async () => {
  answer = () => {};
  const soon = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => soon(Math.min(ms, 200)));
  const { text } = await uploaded(endpoint);
  expect(lines.join("\n")).toMatch(/could not be reached for PUT/);
  expectNothingTold(text);
});

test("of one whose store is not there, or has no such name", async () => {
  for (const at of ["http://127.0.0.1:1", "http://no-such-store.invalid"]) {
    const { text } = await uploaded(at);
    expectNothingTold(text);
    for (const said of [text, ...lines]) expect(said).not.toMatch(/127\.0\.0\.1:1\b|no-such-store/);
  }
  expect(lines.join("\n")).toMatch(/could not be reached for PUT/);
});
