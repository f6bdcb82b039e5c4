/**
 * Answers of posts that scripts sent under a key of their own. Where the line broke after the post and before its answer,
 * the same post again gets the first answer and does nothing. What the database keeps of a key (kernel/once.ts) holds over
 * restarts and nodes; this holds for every form, also for those whose methods know no keys.
 */
import { proofCode } from "~/contract/wire";
import { LastUsed } from "../last-used";
import { signInHeader } from "./typed-by";

interface Kept {
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer>;
  /** The notice that the answer leaves for the page after it. */
  notice: unknown;
}

interface Entry {
  at: number;
  /** Null: it came to nothing that could be given again. */
  answer: Promise<Kept | null>;
}

/** What becomes of a post beside its answer. */
export interface Notices {
  look(): unknown;
  leave(notice: unknown): void;
}

export const postKeyHeader = "x-post-key";
const keyRule = /^[A-Za-z0-9-]{16,64}$/;

export function postKeyOf({ method, headers }: Request): string | null {
  const key = headers.get(postKeyHeader);
  return method === "POST" && key !== null && keyRule.test(key) ? key : null;
}

/** Milliseconds for which an answer is kept: longer than anybody looks at a page that says the line is broken. */
const keepsFor = 15 * 60_000;
const keepsAtMost = 500;
/** Bytes; a larger answer is no answer to a form. */
const largest = 128 * 1024;

export class PostsOnce {
  private readonly entries = new LastUsed<Entry>(keepsAtMost);

  private readonly since: number;

  /** `alone`: no other console serves these accounts, so that what is not known here was not done. */
  constructor(
    private readonly alone = false,
    private readonly now: () => number = Date.now,
  ) {
    this.since = now();
  }

  /** `owner` is the account that posts: nobody else's key is answered. */
  async answer(owner: string, key: string, notices: Notices, work: () => Promise<Response>): Promise<Response> {
    const name = nameOf(owner, key);
    for (let entry = this.entryOf(name); entry; entry = this.entryOf(name)) {
      const before = await entry.answer;
      if (before) {
        if (before.notice !== null) notices.leave(before.notice);
        return new Response(before.body, { status: before.status, headers: before.headers });
      }
      // Of several that waited for a failure one tries again, and the others wait for it.
      if (this.entryOf(name) === entry) break;
    }
    const asked = work();
    const answer = asked.then((response) => kept(response.clone(), notices)).catch(() => null);
    this.entries.set(name, { at: this.now(), answer });
    return asked;
  }

  /**
   * Whether the post of this key, sent `age` milliseconds ago, was answered; waits for one that is under way. Null: nobody
   * can tell, since it may have come to another console, to this one before it was started anew, or too long ago.
   */
  async wasAnswered(owner: string, key: string, age: number): Promise<boolean | null> {
    const entry = this.entryOf(nameOf(owner, key));
    if (await entry?.answer) return true;
    // A post that failed at the server may have done a part of its work.
    const knows = this.alone && !entry && age < Math.min(keepsFor, this.now() - this.since);
    return knows ? false : null;
  }

  private entryOf(name: string): Entry | null {
    const entry = this.entries.get(name);
    return entry && this.now() - entry.at < keepsFor ? entry : null;
  }
}

const nameOf = (owner: string, key: string) => `${owner} ${key}`;

/** A failure is no answer: the post may be tried again. */
async function kept(response: Response, notices: Notices): Promise<Kept | null> {
  // Nothing was done yet of what has to be proved first.
  if (response.status >= 500 || response.status === proofCode || response.headers.has(signInHeader)) return null;
  const body = new Uint8Array(await response.arrayBuffer());
  if (body.byteLength > largest) return null;
  return { status: response.status, headers: [...response.headers], body, notice: notices.look() };
}
