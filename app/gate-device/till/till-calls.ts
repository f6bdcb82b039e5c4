/** The till's two calls, as whoever is signed in at the console in this browser. */
import { NoLine, Refused } from "../calls";
import type { TillCalls } from "./till-state";

const address = "/smartCard/offlineList/till";
/** Milliseconds. */
const patience = 20_000;

async function call<T>(locale: string, body?: FormData): Promise<T> {
  const answer = await fetch(address, {
    ...(body && { method: "POST", body }),
    headers: { accept: "application/json", "accept-language": locale },
    cache: "no-store",
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  })
    .then(async (response) => ({ status: response.status, data: await response.json() }))
    .catch((error) => Promise.reject(new NoLine(String(error))));
  const { status, data } = answer;
  if (status >= 500 || typeof data !== "object" || data === null) throw new NoLine(`${status}`);
  if (status >= 300) throw new Refused(status, String(data.message ?? data.notice?.message ?? status));
  return data as T;
}

export const tillCalls: TillCalls = {
  terms: (locale) => call(locale),
  upload(locale, posId, purchases) {
    const body = new FormData();
    body.set("posId", String(posId));
    const entries = purchases.map(({ entryKey, number, amount, at, what }) => ({
      ...{ entryKey, number, amount, at },
      ...(what !== "" && { what }),
    }));
    body.set("entries", JSON.stringify(entries));
    return call(locale, body);
  },
};
