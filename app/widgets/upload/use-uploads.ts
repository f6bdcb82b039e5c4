/** The files of an input while scripts run: those that are there, those under way, those that failed. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type Accept, imageTypes, sizeProblem } from "~/contract/files";
import { m } from "~/contract/messages";
import type { Sending } from "./send-file";

export interface Chosen {
  path: string;
  name: string;
  /** Uploaded since the form was opened, and not saved yet. */
  isNew?: boolean | undefined;
}

export interface Item {
  key: string;
  name: string;
  /** Empty until it is stored. */
  path: string;
  state: "there" | "sending" | "failed";
  /** Specification 4.5: a value that has just been uploaded is marked as new. */
  isNew: boolean;
  /** 0 to 1. */
  progress: number;
  message?: string | undefined;
  file?: File;
}

interface Setting {
  files: Chosen[];
  accept: Accept;
  most: number;
  megabytes?: number | undefined;
}

const there = ({ path, name, isNew = false }: Chosen): Item => ({
  ...{ key: path, name, path, isNew },
  ...{ state: "there", progress: 1 },
});
let counter = 0;

export type Uploads = ReturnType<typeof useUploads>;

export function useUploads({ files, accept, most, megabytes }: Setting) {
  const [items, setItems] = useState<Item[]>(() => files.map(there));
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(items);
  const underWay = useRef(new Map<string, Sending>());
  const put = useCallback((next: Item[]) => {
    latest.current = next;
    setItems(next);
  }, []);
  const change = useCallback(
    (key: string, to: Partial<Item>) =>
      put(latest.current.map((item) => (item.key === key ? { ...item, ...to } : item))),
    [put],
  );

  // The server's answer to the form says anew what is there.
  const said = files.map(({ path }) => path).join();
  const known = useRef(said);
  useEffect(() => {
    if (known.current === said) return;
    known.current = said;
    put(files.map(there));
  }, [said, files, put]);
  useEffect(() => {
    const sendings = underWay.current;
    return () => {
      for (const sending of sendings.values()) sending.stop();
    };
  }, []);

  const send = useCallback(
    async (key: string, file: File) => {
      change(key, { state: "sending", progress: 0, message: undefined });
      try {
        const { sendFile } = await import("./send-file");
        const sending = sendFile(file, accept, (progress) => change(key, { progress }));
        underWay.current.set(key, sending);
        const answer = await sending.done;
        if (answer.ok) change(key, { state: "there", path: answer.path, progress: 1, isNew: true });
        else change(key, { state: "failed", message: answer.message });
      } catch {
        // The module itself did not come: the line is down.
        change(key, { state: "failed", message: m.files_line() });
      }
      underWay.current.delete(key);
    },
    [accept, change],
  );

  const add = (chosen: File[]) => {
    if (chosen.length === 0) return;
    const total = latest.current.length + chosen.length;
    if (total > most) return setProblem(m.files_count({ limit: most, chosen: chosen.length, total }));
    const refusal = (file: File) => refusalOf(file, accept, megabytes);
    setProblem(chosen.map(refusal).find(Boolean) ?? null);
    for (const file of chosen) {
      if (refusal(file)) continue;
      counter += 1;
      const key = `new-${counter}`;
      put([...latest.current, { key, name: file.name, path: "", isNew: true, state: "sending", progress: 0, file }]);
      void send(key, file);
    }
  };
  const remove = (key: string) => {
    underWay.current.get(key)?.stop();
    put(latest.current.filter((item) => item.key !== key));
    setProblem(null);
  };
  const again = (key: string) => {
    const file = latest.current.find((item) => item.key === key)?.file;
    if (file) void send(key, file);
  };
  const hasPending = useCallback(() => latest.current.some(({ state }) => state !== "there"), []);
  const askToWait = useCallback(() => setProblem(accept === "image" ? m.files_wait() : m.files_wait_files()), [accept]);
  return { items, problem, add, remove, again, hasPending, askToWait };
}

/** What can be told before it is sent; the server has the last word. */
export function refusalOf(file: Pick<File, "name" | "size" | "type">, accept: Accept, megabytes?: number) {
  const tooLarge = sizeProblem(file.size, accept, megabytes);
  if (tooLarge !== null) return tooLarge;
  if (accept !== "image") return null;
  if (file.type !== "" && !file.type.startsWith("image/")) return m.files_only_images();
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase();
  return ending === undefined || (imageTypes as readonly string[]).includes(ending) ? null : m.files_image_types();
}
