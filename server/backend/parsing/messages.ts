/** What goes between the backend and a thread that reads foreign files. */
import type { Picture } from "../files/picture";
import type { Table } from "../imports/read-table";
import type { UnreadableReason } from "../imports/unreadable";

/** What the first bytes of a file say that it is. */
export interface FoundType {
  /** As file-type names it, e.g. "png". */
  ext: string;
  mime: string;
}

export type ParseRequest =
  | { task: "type"; bytes: Uint8Array }
  | { task: "picture"; bytes: Uint8Array; extension: string; isCompress: boolean }
  | { task: "table"; bytes: Uint8Array };

export interface ParseAnswers {
  type: FoundType | null;
  picture: Picture;
  /** The rows came before, in parts. */
  table: Table["heading"];
}

export type ParseMessage =
  | { kind: "part"; value: unknown }
  | { kind: "done"; value: unknown }
  | { kind: "failed"; message: string; unreadable: UnreadableReason | null };
