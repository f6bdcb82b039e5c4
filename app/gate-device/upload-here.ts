/** Brings what waits to the server, oldest first. What it does not take is listed, and nothing is dropped. */
import { type Answer, type Caller, call, Refused } from "./calls";
import type { Conflict, DeviceStore, Passage } from "./device-store";

export interface Shared {
  store: DeviceStore;
  caller: Caller;
  token: string;
  /** What changes passages and tickets does so one after another. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  passages: Map<string, Passage>;
}

interface Uploading extends Shared {
  gateId: number;
  now: () => Date;
}

const atOnce = 100;

export async function upload(uploading: Uploading): Promise<Conflict[]> {
  const conflicts = await askForWithdrawn(uploading);
  for (;;) {
    const waiting = ownWaiting(uploading)
      .filter(({ withdrawn }) => !withdrawn)
      .slice(0, atOnce);
    if (waiting.length === 0) return conflicts;
    conflicts.push(...(await bring(uploading, waiting)));
  }
}

const ownWaiting = ({ passages, gateId }: Uploading) =>
  [...passages.values()].filter((one) => one.state === "waiting" && one.gateId === gateId);

/** What the server cannot read; with any other refusal it waits until somebody has seen to that. */
const notUnderstood: ReadonlySet<number> = new Set([400, 413, 422]);

async function bring(uploading: Uploading, those: readonly Passage[]): Promise<Conflict[]> {
  // One that was taken back just before nobody hears of.
  const waiting = (await note(uploading, those, { tried: true })).filter(({ withdrawn }) => !withdrawn);
  if (waiting.length === 0) return [];
  try {
    const { conflicts } = await send(uploading, waiting);
    await taken(uploading, waiting);
    return conflicts.map(({ passageKey, message }) =>
      conflictOf(uploading.passages.get(passageKey), passageKey, message),
    );
  } catch (error) {
    if (!(error instanceof Refused) || !notUnderstood.has(error.status)) throw error;
    // One that the server does not understand must not hold up the others.
    const [only, ...more] = waiting;
    if (only && more.length === 0) {
      await taken(uploading, waiting);
      return [conflictOf(only, only.passageKey, error.message)];
    }
    const told: Conflict[] = [];
    for (const one of waiting) told.push(...(await bring(uploading, [one])));
    return told;
  }
}

async function send(
  { store, caller, token, now }: Uploading,
  waiting: readonly Passage[],
): Promise<Answer<"deviceUpload">> {
  const passages = await Promise.all(
    waiting.map(async ({ passageKey, code, at, people, direction, admitted, reason }) => ({
      ...{ passageKey, at, admitted, code: code ? await store.unseal(code) : "" },
      ...(people !== undefined && { people }),
      ...(direction && { direction }),
      ...(!admitted && { reason: reason as "unknown" }),
    })),
  );
  return call(caller, "deviceUpload", { token, passages, sentAt: now().toISOString() });
}

/** Taken back while it was under way: whether the server takes that is asked next. */
async function taken(uploading: Uploading, those: readonly Passage[]): Promise<void> {
  const left = those.filter(({ passageKey }) => !uploading.passages.get(passageKey)?.withdrawn);
  await note(uploading, left, { state: "sent", code: null });
}

/** Answers those that are there still, as they are now. */
function note(
  { alone, store, passages }: Uploading,
  those: readonly Passage[],
  change: Partial<Passage>,
): Promise<Passage[]> {
  return alone(async () => {
    const noted = those.flatMap(({ passageKey }) => {
      const passage = passages.get(passageKey);
      return passage ? [{ ...passage, ...change }] : [];
    });
    for (const passage of noted) passages.set(passage.passageKey, passage);
    await store.putPassages(noted);
    return noted;
  });
}

/**
 * Taken back before anybody knew whether the server had it: 404 says that it never had, and what nobody heard of and nobody
 * used is nothing. Too late: the desk takes it back.
 */
async function askForWithdrawn(uploading: Uploading): Promise<Conflict[]> {
  const { caller, token, passages, store, alone } = uploading;
  const conflicts: Conflict[] = [];
  for (const one of ownWaiting(uploading).filter(({ withdrawn }) => withdrawn)) {
    const { passageKey } = one;
    try {
      await call(caller, "deviceTakeBack", { token, passageKey });
      await note(uploading, [one], { state: "sent", code: null });
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 401) throw error;
      if (error.status === 404) {
        passages.delete(passageKey);
        await alone(() => store.removePassages([passageKey]));
      } else {
        conflicts.push(conflictOf(one, passageKey, error.message));
        await note(uploading, [one], { state: "sent", code: null });
      }
    }
  }
  return conflicts;
}

function conflictOf(passage: Passage | undefined, passageKey: string, message: string): Conflict {
  return { passageKey, message, shown: passage?.shown ?? "", at: passage?.at ?? "" };
}
