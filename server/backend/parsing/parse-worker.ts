/** The thread that reads foreign files: one at a time, each library loaded by the first file that needs it. */
import { parentPort } from "node:worker_threads";
import { UnreadableFile } from "../imports/unreadable";
import type { ParseAnswers, ParseMessage, ParseRequest } from "./messages";

const port = parentPort;
if (!port) throw new Error("Foreign files are read in a worker.");
const tell = (message: ParseMessage) => port.postMessage(message);
/** Rows of a message: taking one in holds the other side for a moment only. */
const rowsAtOnce = 200;

port.on("message", (request: ParseRequest) => {
  answer(request).then(
    (value) => tell({ kind: "done", value }),
    (error: unknown) => {
      const unreadable = error instanceof UnreadableFile ? error.reason : null;
      tell({ kind: "failed", message: error instanceof Error ? error.message : String(error), unreadable });
    },
  );
});

async function answer(request: ParseRequest): Promise<ParseAnswers[ParseRequest["task"]]> {
  switch (request.task) {
    case "type": {
      const { fileTypeFromBuffer } = await import("file-type");
      return (await fileTypeFromBuffer(request.bytes)) ?? null;
    }
    case "picture": {
      const { remade } = await import("../files/picture");
      return remade(request.bytes, request.extension, request.isCompress);
    }
    case "table": {
      const { readTable } = await import("../imports/read-table");
      const { heading, rows } = await readTable(Buffer.from(request.bytes));
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        tell({ kind: "part", value: rows.slice(at, at + rowsAtOnce) });
      return heading;
    }
  }
}
