/** Files to upload, and a hand that uploads them. */
import sharp from "sharp";
import { tokenHeader } from "~/contract/wire";
import type { Reply, TestBackend } from "~tests/support/backend";

export const picture = (format: "png" | "jpeg" | "gif" | "webp", width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#3a7" } })
    [format]()
    .toBuffer();

export const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inner}</svg>`);

export interface Sent {
  bytes: Uint8Array | string;
  name: string;
}

interface Options {
  as?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

export async function send(
  backend: TestBackend,
  path: string,
  files: Sent[],
  { as = backend.admin, fields = {}, headers = {} }: Options = {},
): Promise<Reply<string>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const { bytes, name } of files) form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const packed = new Response(form);
  const body = new Uint8Array(await packed.arrayBuffer());
  const answer = await backend.app.request(path, {
    method: "POST",
    body,
    headers: {
      "content-type": packed.headers.get("content-type") ?? "",
      "content-length": String(body.length),
      ...(as && { [tokenHeader]: as }),
      ...headers,
    },
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Reply<string>, "status">) };
}

export async function fetched(backend: TestBackend, path: string, as = backend.admin, headers = {}) {
  return backend.app.request(path, { headers: { ...(as && { [tokenHeader]: as }), ...headers } });
}
