/** Sends one file to the console's own upload, and says how far it is. Fetched when the first file is chosen. */
import { m } from "~/contract/messages";

export type Sent = { ok: true; path: string } | { ok: false; message: string };

export interface Sending {
  done: Promise<Sent>;
  stop(): void;
}

export function sendFile(file: File, accept: string, onProgress: (progress: number) => void): Sending {
  const request = new XMLHttpRequest();
  const done = new Promise<Sent>((resolve) => {
    // No end of the line is silent: what is cut off says so, and may be sent again.
    const cut = () => resolve({ ok: false, message: m.files_line() });
    request.addEventListener("error", cut);
    request.addEventListener("timeout", cut);
    request.addEventListener("abort", cut);
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener("load", () => resolve(answerOf(request)));
  });
  const form = new FormData();
  form.set("files.upload", file, file.name);
  request.open("POST", `/upload?accept=${accept}&count=1`);
  request.setRequestHeader("accept", "application/json");
  request.send(form);
  return { done, stop: () => request.abort() };
}

interface Answer {
  files?: { path: string }[];
  errors?: Record<string, string[]>;
}

function answerOf({ status, responseText }: XMLHttpRequest): Sent {
  if (status === 401) return { ok: false, message: m.files_signed_out() };
  try {
    const { files, errors } = JSON.parse(responseText) as Answer;
    const path = files?.[0]?.path;
    if (status === 200 && path) return { ok: true, path };
    return { ok: false, message: errors?.files?.[0] ?? m.files_failed() };
  } catch {
    return { ok: false, message: status === 413 ? m.files_too_large() : m.files_failed() };
  }
}
