/** What the backend asks of foreign files, answered in threads of their own. Each throws {@link NotParsed}. */
import type { Picture } from "../files/picture";
import type { Table } from "../imports/read-table";
import { UnreadableFile } from "../imports/unreadable";
import type { FoundType, ParseAnswers, ParseRequest } from "./messages";
import { NotParsed } from "./not-parsed";
import { ParsePool } from "./parse-pool";
import { startParser } from "./start-parser";

/** More of a file says nothing about its type. */
const headBytes = 4_100;

/** The thread takes its bytes away from here; those of a Node buffer may lie among others, and `slice` copies none of them. */
const copyOf = (bytes: Uint8Array) => new Uint8Array(bytes);

export class Parsers {
  constructor(private readonly pool: ParsePool = new ParsePool(startParser)) {}

  /** Null: the first bytes do not say. */
  type(bytes: Uint8Array): Promise<FoundType | null> {
    return this.ask({ task: "type", bytes: copyOf(bytes.subarray(0, headBytes)) });
  }

  /** Fails where the bytes are no whole picture. `extension` is what they were found to be. */
  picture(bytes: Uint8Array, extension: string, isCompress: boolean): Promise<Picture> {
    return this.ask({ task: "picture", bytes: copyOf(bytes), extension, isCompress });
  }

  /** Throws {@link UnreadableFile} for what is no table within the bounds. */
  async table(bytes: Uint8Array): Promise<Table> {
    const rows: Table["rows"] = [];
    const take = (part: unknown) => void rows.push(...(part as Table["rows"]));
    try {
      return { heading: await this.ask({ task: "table", bytes: copyOf(bytes) }, take), rows };
    } catch (error) {
      if (!(error instanceof NotParsed)) throw error;
      if (error.unreadable) throw new UnreadableFile(error.unreadable);
      if (error.reason === "time" || error.reason === "memory") throw new UnreadableFile("tooMuch");
      throw error;
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async ask<T extends ParseRequest>(
    request: T,
    onPart?: (part: unknown) => void,
  ): Promise<ParseAnswers[T["task"]]> {
    const answer = await this.pool.run(request, [request.bytes.buffer as ArrayBuffer], onPart);
    return answer as ParseAnswers[T["task"]];
  }
}

/** Of this process: its threads start with the first file, and end when there is none for a while. */
export const parsers = new Parsers();
