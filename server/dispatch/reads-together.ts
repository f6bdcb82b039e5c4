/** Reads that a page asks for at once, in one trip: see the contract's `readTogether`. */
import type { z } from "zod";
import type { DispatchFailure } from "~/contract/errors";
import { readTogether, togetherAtMost } from "~/contract/platform/together";
import { type Outcome, outcomeOfEnvelope } from "./outcome";

type One = z.input<typeof readTogether.payload>["calls"][number];

interface Waiting {
  read: One;
  /** Takes the place of the server's message. */
  message: string | undefined;
  /** The same by itself. */
  alone: () => Promise<Outcome>;
}

/** Characters of all fields: the body of a call holds a million bytes. */
const longest = 100_000;

/** Dispatch APIs that do not know the method, and until when (in milliseconds) they are not asked again. */
const strangers = new WeakMap<object, number>();
const askedAgainAfter = 60_000;

export class ReadsTogether {
  private waiting: (Waiting & { resolve: (outcome: Promise<Outcome>) => void })[] = [];
  private size = 0;

  constructor(
    /** Of the dispatch API. */
    private readonly settings: object,
    private readonly send: (calls: One[]) => Promise<Outcome>,
  ) {}

  /** Waits for what the other loaders of the page ask in the same turn. */
  read(asked: Waiting): Promise<Outcome> {
    const length = JSON.stringify(asked.read.fields).length;
    if ((strangers.get(this.settings) ?? 0) > Date.now() || length > longest) return asked.alone();
    if (this.waiting.length >= togetherAtMost || this.size + length > longest) this.go();
    return new Promise((resolve) => {
      if (this.waiting.length === 0) setImmediate(() => this.go());
      this.size += length;
      this.waiting.push({ ...asked, resolve });
    });
  }

  private go(): void {
    const asked = this.waiting;
    this.waiting = [];
    this.size = 0;
    const [only, ...more] = asked;
    if (!only) return;
    if (more.length === 0) {
      only.resolve(only.alone());
      return;
    }
    const all = this.send(asked.map(({ read }) => read));
    for (const [place, { message, alone, resolve }] of asked.entries())
      resolve(all.then((outcome) => this.oneOf(outcome, place, message, alone)));
  }

  private oneOf(
    outcome: Outcome,
    place: number,
    message: string | undefined,
    alone: () => Promise<Outcome>,
  ): Outcome | Promise<Outcome> {
    if (!outcome.ok) {
      if (!isUnknown(outcome.failure)) return outcome;
      strangers.set(this.settings, Date.now() + askedAgainAfter);
      return alone();
    }
    const answers = readTogether.answer.safeParse(outcome.data);
    const one = answers.success ? answers.data[place] : undefined;
    return one ? outcomeOfEnvelope(one.status, one.body, message) : alone();
  }
}

/** What a dispatch API says of a method that it does not have. */
function isUnknown(failure: DispatchFailure): boolean {
  if (failure.kind === "failed") return failure.status === undefined || failure.status < 400;
  return failure.kind === "notFound" || failure.kind === "badRequest" || failure.kind === "invalid";
}
