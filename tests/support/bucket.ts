/** A bucket of an S3-compatible store, as far as backups use one: put, get, delete and list, in pages of ten. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface BucketDouble {
  endpoint: string;
  files: Map<string, Buffer>;
  /** What becomes of bytes that are put; null in place of bytes: the store answers 403 to everything. */
  spoil(change: ((bytes: Buffer) => Buffer | null) | null): void;
  close(): Promise<void>;
}

const pageSize = 10;

export async function openBucket(): Promise<BucketDouble> {
  const files = new Map<string, Buffer>();
  let change: ((bytes: Buffer) => Buffer | null) | null = null;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isSigned = /^AWS4-HMAC-SHA256 /.test(request.headers.authorization ?? "");
    const url = new URL(request.url ?? "/", "http://store");
    const key = decodeURIComponent(url.pathname.split("/").slice(2).join("/"));
    const kept = change ? change(Buffer.concat(chunks)) : Buffer.concat(chunks);
    if (!isSigned || kept === null) return void response.writeHead(403).end("<Error/>");
    if (request.method === "PUT") {
      files.set(key, kept);
      return void response.writeHead(200).end();
    }
    if (request.method === "DELETE") {
      files.delete(key);
      return void response.writeHead(204).end();
    }
    if (key === "") return void response.writeHead(200).end(listed(files, url.searchParams));
    const found = files.get(key);
    response.writeHead(found ? 200 : 404).end(found ?? "<Error/>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    spoil(by) {
      change = by;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listed(files: Map<string, Buffer>, asked: URLSearchParams): string {
  const after = asked.get("continuation-token") ?? "";
  const names = [...files.keys()].filter((name) => name.startsWith(asked.get("prefix") ?? "") && name > after).sort();
  const page = names.slice(0, pageSize);
  const next = names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  const entries = page.map((name) => `<Contents><Key>${name}</Key><Size>${files.get(name)?.length}</Size></Contents>`);
  return `<?xml version="1.0"?><ListBucketResult>${next}${entries.join("")}</ListBucketResult>`;
}
