/** The till's calls, as whoever is signed in at the console in this browser. */
import { NoLine, Refused } from "../calls";
import type { TillCalls } from "./till-state";

const address = "/smartCard/offlineList/till";
/** Milliseconds. */
const patience = 20_000;

async function call<T>(locale: string, query = "", body?: FormData): Promise<T> {
  const answer = await fetch(`${address}${query}`, {
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
  cards(locale, { salt, after, since }) {
    const asked = new URLSearchParams({ salt, after: String(after), ...(since !== null && { since }) });
    return call(locale, `?${asked}`);
  },
  upload(locale, posId, purchases) {
    const body = new FormData();
    body.set("posId", String(posId));
    const entries = purchases.map(({ entryKey, number, amount, at, what, payable }) => ({
      ...{ entryKey, number, amount, at },
      ...(what !== "" && { what }),
      ...(payable !== undefined && { payable }),
    }));
    body.set("entries", JSON.stringify(entries));
    return call(locale, "", body);
  },
};
