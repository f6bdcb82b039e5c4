/** What keeps the bytes of files. */

/** First and last byte, both included. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface FileStore {
  /** Whole or not at all; a key is written once. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null where there is no such key. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** Also fine where there is none. */
  remove(key: string): Promise<void>;
}
