/**
 * The line to the server, as pages use it: what finds no network waits here instead of failing, so that the page and what
 * was typed stay. Reads go on by themselves when the line is back. A post whose answer never came is asked after ("did it go
 * through?") and sent again only by its user, under the same key. Knows no browser: `Surroundings` is what it needs of one.
 */

/** What the user is told; the gravest of what waits. */
export type Trouble =
  /** There is no line. `post`: something that changes data waits. */
  | { what: "broken"; post: boolean }
  /** The line is back, and the post did not arrive. */
  | { what: "notSent" }
  /** The line is back, and nobody can tell whether the post arrived. */
  | { what: "unsure" }
  /** The session has ended; `door` is the page to sign in on. */
  | { what: "signIn"; door: string }
  /** Another account is signed in than the one that filled the page in. */
  | { what: "stranger"; name: string }
  /** The post had gone through before the line broke: what is shown is its first answer. */
  | { what: "wentThrough" }
  /** The same of a post from before the page was loaded anew: `done` null where nobody can tell. */
  | { what: "before"; done: true | null };

/** A post whose answer never came. `form` is the form's own key, or empty. */
export interface Past {
  key: string;
  form: string;
  sentAt: number;
}

export interface Surroundings {
  fetch(address: string | URL, init: RequestInit): Promise<Response>;
  newKey(): string;
  now(): number;
  /** The account whose page this is; null where the page says none. */
  typedBy(): string | null;
  /** Something was typed that no server has: the page must not be left for a read either. */
  hasTyped(): boolean;
  /** A post was done and led elsewhere. */
  accepted(): void;
  /** Remembers, over a reload of the page, the post whose answer never came; null: there is none any more. */
  remember(post: Past | null): void;
  /** Submits the form of this body anew where it was changed since; false where it was not. */
  submitsChanged(body: string): boolean;
}

export type Why = "press" | "online" | "timer";
export type Decision = "go" | "stop";

interface Waiting {
  address: string;
  init: RequestInit;
  isPost: boolean;
  body: string;
  key: string;
  sentAt: number;
  typedBy: string | null;
  trouble: Trouble | null;
  wake: ((why: Why) => void) | null;
  decide: ((decision: Decision) => void) | null;
}

/** Milliseconds until the next try. */
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000];
/** Milliseconds without an answer after which the line counts as broken: more than the server takes for its own limit. */
const patience = 45_000;
/** Posts whose answer never came, by what they said. */
const uncertainAtMost = 50;
/** Milliseconds for which the good news stands. */
const newsStands = 8_000;
/** And for which somebody has to read before they sell anew. */
const warningStands = 60_000;
/** The router's status of an answer that leads elsewhere: what a form does that was accepted. */
const redirected = 202;
const noBody = [101, 204, 205, 304];

const gravity: Trouble["what"][] = ["stranger", "signIn", "unsure", "notSent", "broken", "wentThrough", "before"];

export class Line {
  private readonly waiting = new Set<Waiting>();
  private readonly listeners = new Set<() => void>();
  private readonly uncertain = new Map<string, string>();
  private shown: Trouble | null = null;
  private news: Trouble | null = null;

  constructor(private readonly around: Surroundings) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly trouble = (): Trouble | null => this.shown;

  /** The user wants it tried again, now; or the browser says that it is online. */
  wake(why: Why): void {
    for (const { wake } of this.waiting) wake?.(why);
  }

  /** The answer to what was asked of the user: signed in or not, send as the other account or not. */
  decide(decision: Decision): void {
    for (const { decide } of this.waiting) decide?.(decision);
  }

  /** As `fetch`, but that it answers when there is an answer, and fails by its signal alone. */
  async send(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const one = this.begin(String(address), init);
    let repeated = false;
    try {
      for (;;) {
        const answer = await this.attempt(one);
        if (answer === null) {
          repeated = await this.overcome(one);
          continue;
        }
        const decision = await this.asksUser(one, answer);
        if (decision === "go") continue;
        if (this.uncertain.delete(one.address + one.body)) this.around.remember(null);
        if (one.isPost && answer.status === redirected) this.around.accepted();
        if (repeated) this.tell({ what: "wentThrough" });
        // Nothing came of it; where that can be, its user has left it before (this-line.ts, stopWaiting).
        return decision === "stop" ? new Response(null, { status: 204 }) : answer;
      }
    } finally {
      this.waiting.delete(one);
      this.show();
    }
  }

  /** The page was loaded anew while a post was in doubt: says whether that was done, so that nobody does it twice. */
  async recall(past: Past): Promise<void> {
    for (let turn = 0; turn < 20; turn++) {
      const done = await this.wentThrough(past);
      if (done !== undefined) {
        this.around.remember(null);
        if (done !== false) this.tell({ what: "before", done });
        if (done) this.around.accepted();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pauses[turn] ?? pauses.at(-1)));
    }
  }

  /** Answers what `load` brings once the line carries it; `load` is asked anew until then. For parts of the program. */
  async bring<T>(load: () => Promise<T>, isThere: () => Promise<boolean>): Promise<T> {
    const one = this.begin("", {});
    try {
      for (let turn = 0; ; turn++) {
        try {
          return await load();
        } catch (error) {
          // The line is good and what is wanted is not there: no waiting helps.
          if (turn > 0 && (await isThere())) throw error;
          await this.pause(one, { what: "broken", post: false }, turn);
        }
      }
    } finally {
      this.waiting.delete(one);
      this.show();
    }
  }

  private begin(address: string, init: RequestInit): Waiting {
    const isPost = (init.method ?? "GET").toUpperCase() !== "GET";
    const body = isPost ? textOf(init.body) : "";
    const key = isPost ? (this.uncertain.get(address + body) ?? this.around.newKey()) : "";
    const typedBy = isPost ? this.around.typedBy() : null;
    const one = { address, init, isPost, body, key, typedBy, sentAt: 0, trouble: null, wake: null, decide: null };
    this.waiting.add(one);
    return one;
  }

  /** Null: there was no answer, or one that is not the console's. */
  private async attempt(one: Waiting): Promise<Response | null> {
    const { init, isPost, key, typedBy } = one;
    const headers = new Headers(init.headers);
    if (isPost) {
      headers.set("x-post-key", key);
      if (typedBy !== null) headers.set("x-typed-by", typedBy);
    }
    const signal = init.signal;
    const giveUp = new AbortController();
    const abort = () => giveUp.abort();
    signal?.addEventListener("abort", abort);
    const late = one.init.body instanceof FormData ? undefined : setTimeout(abort, patience);
    one.sentAt = this.around.now();
    try {
      signal?.throwIfAborted();
      const response = await this.around.fetch(one.address, { ...init, headers, signal: giveUp.signal });
      if (isOfProxy(response)) return null;
      // An answer that breaks off in the middle is none.
      const body = await response.arrayBuffer();
      const { status, statusText } = response;
      return new Response(noBody.includes(status) ? null : body, { status, statusText, headers: response.headers });
    } catch {
      signal?.throwIfAborted();
      return null;
    } finally {
      clearTimeout(late);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Comes back when it is to be sent again; true: since it is known to have gone through. */
  private async overcome(one: Waiting): Promise<boolean> {
    if (!one.isPost) {
      await this.pause(one, { what: "broken", post: false }, this.turnOf(one));
      return false;
    }
    this.remember(one);
    for (let turn = 0; ; turn++) {
      const why = await this.pause(one, { what: "broken", post: true }, turn);
      const done = await this.wentThrough(pastOf(one), one.init.signal);
      if (done === undefined) continue;
      if (done) return true;
      // Whoever pressed while there was no line has said already that it is to be sent.
      if (why !== "press" || done === null) await this.pause(one, { what: done === null ? "unsure" : "notSent" });
      while (this.around.submitsChanged(one.body)) await this.pause(one, one.trouble ?? { what: "notSent" });
      return false;
    }
  }

  /** Undefined: there is no line still. Null: nobody can tell. */
  private async wentThrough(past: Past, signal?: AbortSignal | null): Promise<boolean | null | undefined> {
    const { key, form, sentAt } = past;
    const query = new URLSearchParams({ key, form, age: String(Math.max(0, this.around.now() - sentAt)) });
    const limit = new AbortController();
    const late = setTimeout(() => limit.abort(), patience);
    try {
      const answer = await this.around.fetch(`/posted?${query}`, { signal: limit.signal, cache: "no-store" });
      if (isOfProxy(answer)) return undefined;
      // Somebody has to sign in first: what is sent again will say so.
      if (!answer.ok || !answer.headers.get("content-type")?.startsWith("application/json")) return null;
      const { done } = (await answer.json()) as { done: boolean | null };
      return done;
    } catch {
      signal?.throwIfAborted();
      return undefined;
    } finally {
      clearTimeout(late);
    }
  }

  private remember(one: Waiting): void {
    const { address, body, key } = one;
    this.uncertain.set(address + body, key);
    this.around.remember(pastOf(one));
    const [oldest] = this.uncertain.keys();
    if (this.uncertain.size > uncertainAtMost && oldest !== undefined) this.uncertain.delete(oldest);
  }

  private readonly turns = new WeakMap<Waiting, number>();
  private turnOf(one: Waiting): number {
    const turn = this.turns.get(one) ?? 0;
    this.turns.set(one, turn + 1);
    return turn;
  }

  /** Until the user presses, the browser is online or, with a `turn`, its time is up. Without one only a press counts. */
  private pause(one: Waiting, trouble: Trouble, turn?: number): Promise<Why> {
    one.trouble = trouble;
    this.show();
    const { signal } = one.init;
    return new Promise<Why>((resolve, reject) => {
      const wake = (why: Why) => {
        if (turn === undefined && why !== "press") return;
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        one.wake = null;
        resolve(why);
      };
      const leave = () => {
        clearTimeout(timer);
        one.wake = null;
        reject(signal?.reason);
      };
      const pause = turn === undefined ? undefined : (pauses[turn] ?? pauses.at(-1));
      const timer = pause === undefined ? undefined : setTimeout(wake, pause, "timer");
      one.wake = wake;
      if (signal?.aborted) leave();
      else signal?.addEventListener("abort", leave);
    });
  }

  /** Null where the answer asks nothing of the user. */
  private async asksUser(one: Waiting, { status, headers }: Response): Promise<Decision | null> {
    const door = headers.get("x-sign-in");
    const other = status === 409 ? headers.get("x-signed-in-as") : null;
    if (other === null && (door === null || !(one.isPost || this.around.hasTyped()))) return null;
    one.trouble = other === null ? { what: "signIn", door: door ?? "" } : { what: "stranger", name: decoded(other) };
    this.show();
    const { signal } = one.init;
    const decision = await new Promise<Decision>((resolve, reject) => {
      one.decide = resolve;
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    one.decide = null;
    one.trouble = null;
    this.show();
    if (decision === "go" && other !== null) one.typedBy = null;
    return decision;
  }

  private tell(news: Trouble): void {
    this.news = news;
    this.show();
    setTimeout(
      () => {
        if (this.news !== news) return;
        this.news = null;
        this.show();
      },
      news.what === "before" ? warningStands : newsStands,
    );
  }

  private show(): void {
    const all = [...this.waiting].flatMap(({ trouble }) => (trouble ? [trouble] : []));
    if (this.news) all.push(this.news);
    const [gravest] = all.sort((one, other) => weightOf(one) - weightOf(other));
    const next = gravest ?? null;
    if (JSON.stringify(next) === JSON.stringify(this.shown)) return;
    this.shown = next;
    for (const listener of this.listeners) listener();
  }
}

function pastOf({ key, body, sentAt }: Waiting): Past {
  return { key, sentAt, form: new URLSearchParams(body).get("idempotencyKey") ?? "" };
}

const weightOf = (trouble: Trouble) =>
  gravity.indexOf(trouble.what) * 2 + (trouble.what === "broken" && !trouble.post ? 1 : 0);

/** A proxy that finds no console behind it, or a network that wants a sign-in of its own: the console's data is never HTML. */
function isOfProxy({ status, headers }: Response): boolean {
  const type = headers.get("content-type") ?? "";
  return [502, 503, 504].includes(status) && !/^(text\/x-script|application\/json)/.test(type);
}

/** A body as text, to tell one post from another: of files their names and sizes. */
export function textOf(body: RequestInit["body"] | undefined): string {
  if (body instanceof URLSearchParams || typeof body === "string") return String(body);
  if (!(body instanceof FormData)) return "";
  const said = [...body].map(([name, value]) => [
    name,
    typeof value === "string" ? value : `${value.name} ${value.size} ${value.lastModified}`,
  ]);
  return String(new URLSearchParams(said));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
