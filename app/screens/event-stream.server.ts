/**
 * Server-sent events: a text that is looked at every second and told to everybody who listens when it is another one. All who
 * listen to one topic of a company share one look, so that fifty tills cost as much as one.
 */
import type { ConsoleContext } from "~/contract/context";

interface Topic {
  /** Of the company; who may listen is asked before the stream is made. */
  topic: string;
  /** What it is now. */
  first: string;
  /** What it is later, asked as the account that listens. */
  ask: () => Promise<string>;
}

interface Listener {
  ask: Topic["ask"];
  tell: (text: string) => void;
  end: () => void;
}

interface Watched {
  listeners: Set<Listener>;
  last: string;
  timer: ReturnType<typeof setInterval>;
  isAsking: boolean;
}

const lookEvery = 1_000;
/**
 * After this a stream ends and the browser opens another one, which asks for session and right anew: whoever was signed out
 * hears nothing more. Far below what a proxy waits for.
 */
const longest = 45_000;

const watched = new Map<string, Watched>();

/** How many listen to how many topics; for the tests that none is left behind. */
export const streamsOpen = () => [...watched.values()].reduce((sum, { listeners }) => sum + listeners.size, 0);

export function eventStream({ session, stopping }: ConsoleContext, { topic, first, ask }: Topic): Response {
  const key = `${session.corpCode} ${topic}`;
  const text = new TextEncoder();
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const say = (line: string) => stream.enqueue(text.encode(line));
      const tell = (now: string) => say(`data: ${now}\n\n`);
      // The browser comes again after this many milliseconds.
      say("retry: 2000\n");
      tell(first);
      const listener: Listener = {
        ask,
        tell,
        end: () => {
          leave();
          stream.close();
        },
      };
      const unwatch = watch(key, first, listener);
      const late = setTimeout(listener.end, longest);
      stopping.addEventListener("abort", listener.end);
      leave = () => {
        clearTimeout(late);
        stopping.removeEventListener("abort", listener.end);
        unwatch();
        leave = () => {};
      };
      if (stopping.aborted) listener.end();
    },
    cancel: () => leave(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Or nginx keeps it until it has a page full.
      "x-accel-buffering": "no",
    },
  });
}

/** Answers how to leave. */
function watch(key: string, first: string, listener: Listener): () => void {
  const found = watched.get(key);
  const one = found ?? {
    listeners: new Set(),
    last: first,
    isAsking: false,
    timer: setInterval(() => look(one), lookEvery),
  };
  if (!found) watched.set(key, one);
  one.listeners.add(listener);
  return () => {
    one.listeners.delete(listener);
    if (one.listeners.size > 0) return;
    clearInterval(one.timer);
    watched.delete(key);
  };
}

/** By whoever came last. One who may not ask any more hears the end, and the next is asked in a second. */
async function look(one: Watched): Promise<void> {
  const asking = [...one.listeners].at(-1);
  if (one.isAsking || !asking) return;
  one.isAsking = true;
  try {
    const now = await asking.ask();
    if (now === one.last) return;
    one.last = now;
    for (const { tell } of one.listeners) tell(now);
  } catch {
    if (one.listeners.has(asking)) asking.end();
  } finally {
    one.isAsking = false;
  }
}
