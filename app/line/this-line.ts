/** The line of this window, and what it needs of the browser. */
import { lazy } from "react";
import { Line, type Past, textOf } from "./line";
import { formsSent, watchForms } from "./unsent-forms";

interface RemixWindow {
  __remixRouter?: {
    state: { loaderData: Record<string, { account?: { id?: string } | null } | undefined> };
    navigate(to: { hash: string }, options: { replace: true; preventScrollReset: true }): void;
  };
  /** Called by Remix where a route's file does not come (server/lost-part-plugin.ts). */
  __bring?: <T>(load: () => Promise<T>) => Promise<T>;
}
const router = () => (window as RemixWindow).__remixRouter;

/** The form that was submitted last, as it was then. */
let submitted: { form: HTMLFormElement; submitter: HTMLButtonElement | null; body: string } | null = null;

export const line = new Line({
  fetch: (address, init) => plainFetch(address, init),
  newKey: () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}-0000`,
  now: () => Date.now(),
  typedBy: accountHere,
  hasTyped: () => isTyped,
  accepted: () => {
    isTyped = false;
    formsSent();
  },
  remember: (post) =>
    post ? sessionStorage.setItem(inDoubt, JSON.stringify(post)) : sessionStorage.removeItem(inDoubt),
  submitsChanged(body) {
    if (!submitted?.form.isConnected || submitted.body !== body || bodyOf(submitted) === body) return false;
    const { form, submitter } = submitted;
    const disabled = submitter?.disabled ?? false;
    // A form that is under way has its buttons off: this is the press that they would have got.
    if (submitter) submitter.disabled = false;
    form.requestSubmit(submitter);
    if (submitter) submitter.disabled = disabled;
    return true;
  },
});

/** Name of the post whose answer never came, in this tab. */
const inDoubt = "in-doubt";

/** Whose page it is. */
function accountHere(): string | null {
  return router()?.state.loaderData.shell?.account?.id ?? null;
}

let plainFetch: typeof fetch;
let isTyped = false;

/** Once, before the page is taken over. */
export function holdTheLine(): void {
  plainFetch = window.fetch.bind(window);
  window.fetch = (address, init) => (isPageData(address) ? line.send(address, init) : plainFetch(address, init));
  (window as RemixWindow).__bring = bring;
  addEventListener("online", () => line.wake("online"));
  addEventListener("submit", noteSubmitted, true);
  addEventListener("input", ({ isTrusted }) => {
    if (isTrusted) isTyped = true;
  });
  addEventListener("keydown", pressed, true);
  watchForms(accountHere);
  keepWorker();
  const past = sessionStorage.getItem(inDoubt);
  if (past) void line.recall(JSON.parse(past) as Past);
}

/** Milliseconds after which a page's own work has left the line. */
const quietAfter = 5_000;

/** Answers pages that find no line by one of ours (public/line-worker.js); once a browser. */
function keepWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || workers.controller) return;
  const register = () => workers.register("/line-worker.js", { updateViaCache: "all" }).catch(() => undefined);
  setTimeout(() => void register(), quietAfter);
}

/** Answers once the line carries it; a failing line is said and waited for. */
export const overLine = (address: string, init?: RequestInit) => line.send(address, init);

/** A part of the program that comes when it is first needed; without a line it comes later, and nothing breaks. */
export function lazyPart<P extends object>(load: () => Promise<{ default: React.ComponentType<P> }>) {
  return lazy(() => bring(load));
}

export function bring<T>(load: () => Promise<T>): Promise<T> {
  return line.bring(load, async () => {
    try {
      return (await plainFetch("/healthz", { cache: "no-store" })).ok;
    } catch {
      return false;
    }
  });
}

/** Gives up what waits: the page stays as it is. A change of the hash alone ends the router's navigation and asks for nothing. */
export function stopWaiting(): void {
  const { pathname, search, hash } = location;
  router()?.navigate({ hash: "main" }, { replace: true, preventScrollReset: true });
  history.replaceState(history.state, "", pathname + search + hash);
  line.decide("stop");
}

/** Pages' data as Remix asks for it. */
function isPageData(address: RequestInfo | URL): address is string | URL {
  if (address instanceof Request) return false;
  const url = new URL(address, location.href);
  return url.origin === location.origin && url.pathname.endsWith(".data");
}

function noteSubmitted({ target, submitter }: SubmitEvent): void {
  if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  submitted = { form: target, submitter: button, body: bodyOf({ form: target, submitter: button }) };
}

/** As the router sends it. */
function bodyOf({ form, submitter }: { form: HTMLFormElement; submitter: HTMLButtonElement | null }): string {
  const fields = new FormData(form);
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  return textOf(fields);
}

/** Enter tries again, wherever the focus is; what Enter does to a button, a link or a text stays as it is. */
function pressed(event: KeyboardEvent): void {
  const { what } = line.trouble() ?? {};
  if (what !== "broken" && what !== "notSent" && what !== "unsure") return;
  if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return;
  if (event.target instanceof Element && event.target.closest("button, a, summary, textarea, [contenteditable]"))
    return;
  event.preventDefault();
  event.stopPropagation();
  line.wake("press");
}
