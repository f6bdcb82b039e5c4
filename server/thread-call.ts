/** A dispatch call between two threads of one process: the envelope that HTTP would carry, without HTTP. */
export interface ThreadCall {
  id: number;
  /** With its query, where there is one. */
  path: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

export interface ThreadAnswer {
  id: number;
  status: number;
  /** The body; {@link tooLarge} in place of one that no page shows. */
  text: string | typeof tooLarge;
}

export const tooLarge = null;
/** Characters of an answer: what is longer is not handed on. */
export const maxAnswer = 64 * 1024 * 1024;
