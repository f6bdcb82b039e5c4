/** A hand-written list that is exported: what its address may filter and sort by, as the list itself has it. */
import type { ExportMethod } from "./export";
import type { Message } from "./messages";
import type { Method } from "./method";

export interface ListExport {
  /** Of the list; `/export` hangs under it. */
  path: string;
  title: Message;
  filters: readonly { name: string; kind: "text" | "choice" | "choices" | "days" | "numbers" | "amounts" | "flag" }[];
  sorts: readonly string[];
  list: Method;
  start: ExportMethod;
}
