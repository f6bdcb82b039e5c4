/** The browser's side of handoff.server.ts: gives Remix the page's state in the form that it reads. */
import options from "../../remix.config.js";
import { readEntries } from "./menu-on-page";

interface RemixWindow {
  __remixContext?: unknown;
}

/** Before the page is taken over. A page that carries Remix's own form of the state is left to it. */
export function handOver(): void {
  const state = document.getElementById("state")?.textContent;
  if (!state) return;
  const { future } = options;
  const told = JSON.parse(state);
  const groups = told.loaderData?.shell?.groups;
  if (groups) readEntries(groups, document);
  const stream = new Blob([JSON.stringify(numbered(told))]).stream();
  (window as RemixWindow).__remixContext = { basename: "/", future, isSpaMode: false, stream };
}

/** Remix's form: one list of all values, in which an object names keys and values by their places. */
export function numbered(state: unknown): unknown[] {
  const values: unknown[] = [];
  const add = (value: unknown): number => {
    if (value === null) return -5;
    const place = values.push(value) - 1;
    if (Array.isArray(value)) values[place] = value.map(add);
    else if (typeof value === "object") {
      values[place] = Object.fromEntries(Object.entries(value).map(([key, of]) => [`_${add(key)}`, add(of)]));
    }
    return place;
  };
  add(state);
  return values;
}
