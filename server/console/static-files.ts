/** Built files: hashed ones for ever, the rest for an hour; pre-compressed where the build made it so. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { MiddlewareHandler } from "hono";
import { encodingFor } from "./encoding";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

const suffixes = { br: ".br", gzip: ".gz" } as const;

/** `before` have the hashed files of builds before this one, which pages that are open still ask for. */
export function staticFiles(directory: string, before: readonly string[] = []): MiddlewareHandler {
  const roots = [directory, ...before].map((one) => path.resolve(one));
  return async (context, next) => {
    const { path: asked, method } = context.req;
    const type = types[path.extname(asked)];
    // A hashed file of an older build is gone; the sign-in page in its place would only confuse.
    const missing = () =>
      asked.startsWith("/assets/")
        ? new Response("", { status: 404, headers: { "cache-control": "no-store" } })
        : next();
    if (!type || (method !== "GET" && method !== "HEAD")) return missing();
    const taken = encodingFor(context.req.header("accept-encoding") ?? "");
    const encodings = taken ? [taken, null] : [null];
    for (const [root, encoding] of roots.flatMap((one) => encodings.map((each) => [one, each] as const))) {
      const file = path.join(root, path.normalize(asked));
      if (!file.startsWith(root + path.sep)) return missing();
      const suffix = encoding ? suffixes[encoding] : "";
      const found = await stat(file + suffix).catch(() => null);
      if (!found?.isFile()) continue;
      const tag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`;
      const headers = new Headers({
        "content-type": type,
        "cache-control": asked.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        etag: tag,
        vary: "Accept-Encoding",
        "x-content-type-options": "nosniff",
      });
      if (context.req.header("if-none-match") === tag) return new Response(null, { status: 304, headers });
      if (encoding) headers.set("content-encoding", encoding);
      headers.set("content-length", String(found.size));
      if (method === "HEAD") return new Response(null, { headers });
      return new Response(Readable.toWeb(createReadStream(file + suffix)) as ReadableStream, { headers });
    }
    return missing();
  };
}
