/** Where bytes are kept: a directory, and an S3-compatible store that checks every signature. */
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DirectoryStore } from "~server/backend/files/directory-store";
import { S3Store } from "~server/backend/files/s3-store";
import type { FileStore } from "~server/backend/files/store";
import { StoreFailed } from "~server/backend/files/store-failed";

const folder = mkdtempSync(path.join(tmpdir(), "file-store-"));
const bucket = new Map<string, Buffer>();
const keys = { region: "cn-north-1", accessKey: "access", secretKey: "secret" };
let server: Server;
let s3: S3Store;
let forger: S3Store;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

/** The signature as the other side works it out, from what arrived. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const match = /Credential=access\/(\d{8})\/cn-north-1\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    request.headers.authorization ?? "",
  );
  if (!match || request.headers["x-amz-content-sha256"] !== sha256(body)) return false;
  const [, day = "", names = "", signature] = match;
  const canonical = [
    request.method,
    request.url,
    "",
    ...names.split(";").map((name) => `${name}:${request.headers[name]}`),
    "",
    names,
    sha256(body),
  ].join("\n");
  const scope = `${day}/cn-north-1/s3/aws4_request`;
  const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
  const key = hmac(hmac(hmac(hmac("AWS4secret", day), "cn-north-1"), "s3"), "aws4_request");
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  return hmac(key, text).toString("hex") === signature;
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (!isSigned(request, body)) return response.writeHead(403).end("SignatureDoesNotMatch");
    const key = request.url ?? "";
    if (request.method === "PUT") bucket.set(key, body);
    if (request.method === "DELETE") bucket.delete(key);
    if (request.method !== "GET") return response.writeHead(request.method === "PUT" ? 200 : 204).end();
    const found = bucket.get(key);
    if (!found) return response.writeHead(404).end("NoSuchKey");
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const part = range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found;
    return response.writeHead(range ? 206 : 200).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  s3 = new S3Store({ endpoint, bucket: "files", ...keys });
  forger = new S3Store({ endpoint, bucket: "files", ...keys, secretKey: "guessed" });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const stores: [string, () => FileStore][] = [
  ["a directory", () => new DirectoryStore(folder)],
  ["an S3-compatible store", () => s3],
];

describe.each(stores)("%s", (_, open) => {
  const read = async (key: string, range?: { from: number; to: number }) => {
    const body = await open().get(key, range);
    return body && new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text();
  };

  it("gives back what was put, whole or a part, until it is removed", async () => {
    const key = "images/0001/202611/abc.png";
    await open().put(key, Buffer.from("云山0123456789"), "image/png");
    expect(await read(key)).toBe("云山0123456789");
    expect(await read(key, { from: 6, to: 8 })).toBe("012");
    expect(await read("images/0001/202611/none.png")).toBeNull();
    await open().remove(key);
    await open().remove(key);
    expect(await read(key)).toBeNull();
  });
});

describe("a directory", () => {
  it("holds no half file, and no key leads out of it", async () => {
    const store: FileStore = new DirectoryStore(folder);
    await store.put("a/b.txt", Buffer.from("x"), "text/plain");
    expect(readdirSync(path.join(folder, "a"))).toEqual(["b.txt"]);
    await expect(store.put("../out.txt", Buffer.from("x"), "text/plain")).rejects.toThrow("out of the store");
    await expect(store.get("../../etc/passwd")).rejects.toThrow("out of the store");
  });
});

describe("an S3-compatible store", () => {
  it("a wrong key is refused, and said without the key", async () => {
    await expect(forger.put("a.txt", Buffer.from("x"), "text/plain")).rejects.toThrow(
      "The file store answered 403 to PUT.",
    );
  });

  it("keys with odd signs are signed as they arrive, and none climbs out of the bucket", async () => {
    for (const key of ["files/票 价+(1)'!*~&=?#%.pdf", "files/a%2f..%2fb.txt", "files/é/ü.png"]) {
      await s3.put(key, Buffer.from(key), "text/plain");
      const body = await s3.get(key);
      expect(await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text()).toBe(key);
    }
    expect([...bucket.keys()].filter((path) => !path.startsWith("/files/"))).toEqual([]);
    for (const key of ["../other/a.txt", "a/../../b", "a//b", "./a", ""]) {
      await expect(s3.get(key)).rejects.toThrow("out of the store");
    }
  });

  it("that is not there is said without its address and keys", async () => {
    const gone = new S3Store({ endpoint: "http://127.0.0.1:1", bucket: "files", ...keys });
    const error = await gone.put("a.txt", Buffer.from("x"), "text/plain").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreFailed);
    expect(String(error)).not.toMatch(/secret|access|127\.0\.0\.1/);
  });
});
