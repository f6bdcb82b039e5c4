/** Areas are the same for everybody and hardly ever change: what a form has asked for once is kept for a while. */
import type { DispatchClient } from "~/contract/context";
import { lookupPaths } from "~/contract/platform/lookups";
import { LastUsed } from "../last-used";

interface Kept {
  until: number;
  answer: Promise<unknown>;
}

/** Milliseconds. */
const lifetime = 600_000;
const kept = new LastUsed<Kept>(2_000);

/** `api` names the dispatch API. */
export function keepingAreas(client: DispatchClient, api: string): DispatchClient {
  const { call, stream, upload } = client;
  const get: DispatchClient["get"] = async (path, query, answer) => {
    if (path !== lookupPaths.areas) return client.get(path, query, answer);
    const key = `${api} ${new URLSearchParams(query)}`;
    const known = kept.get(key);
    if (known && known.until > Date.now()) return answer.parse(await known.answer);
    const asked = client.get(path, query, answer);
    kept.set(key, { until: Date.now() + lifetime, answer: asked });
    asked.catch(() => kept.set(key, { until: 0, answer: asked }));
    return asked;
  };
  return { call, get, stream, upload };
}
