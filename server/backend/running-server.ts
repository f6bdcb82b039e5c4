/** The server on a data directory, as a tool on the same machine asks it. */
import { existsSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Config } from "../config";
import { ArchiveRefused, WouldOverwrite } from "./db/archive-format";

export interface Running {
  url: string;
  secret: string;
}

/** The one that answers; null where none does. With DATABASE_URL the database itself is asked. */
export async function runningServer(config: Config): Promise<Running | null> {
  const [urlFile, secretFile] = ["backend.url", "admin.secret"].map((name) => path.join(config.DATA_DIR, name));
  if (config.DATABASE_URL || !urlFile || !secretFile || !existsSync(urlFile) || !existsSync(secretFile)) return null;
  const url = readFileSync(urlFile, "utf8").trim();
  const answers = await fetch(new URL("/healthz", url)).then(
    (response) => response.ok,
    () => false,
  );
  return answers ? { url, secret: readFileSync(secretFile, "utf8").trim() } : null;
}

/** Hours: a large archive takes its time before the first byte comes, and `fetch` would give up after five minutes. */
const longest = 4 * 3_600_000;

/** Answers the text, or writes the answer to `into`. Throws {@link ArchiveRefused} with the server's words. */
export async function ask(
  { url, secret }: Running,
  route: string,
  { body, into }: { body?: Readable; into?: Writable } = {},
): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(new URL(route, url), {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(longest),
    });
    asked.once("response", resolve);
    asked.once("error", reject);
    if (body) pipeline(body, asked).catch(reject);
    else asked.end();
  });
  if (response.statusCode === 412) throw new WouldOverwrite(await text(response));
  if (response.statusCode !== 200) throw new ArchiveRefused(await text(response));
  if (!into) return text(response);
  await pipeline(response, into);
  return "";
}
