/** Where the bytes of files are kept: a directory, or an S3-compatible store. */
import { DirectoryStore } from "./directory-store";
import { type S3Settings, S3Store } from "./s3-store";

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

export interface StoreSettings {
  directory: string;
  s3?: S3Settings | undefined;
}

export function openStore({ directory, s3 }: StoreSettings): FileStore {
  return s3 ? new S3Store(s3) : new DirectoryStore(directory);
}
