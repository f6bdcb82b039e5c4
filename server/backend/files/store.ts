/** Where the bytes of files are kept: a directory, or an S3-compatible store. */
import { DirectoryStore } from "./directory-store";
import type { FileStore } from "./file-store";
import { type S3Settings, S3Store } from "./s3-store";

export type { ByteRange, FileStore } from "./file-store";

export interface StoreSettings {
  directory: string;
  s3?: S3Settings | undefined;
}

export function openStore({ directory, s3 }: StoreSettings): FileStore {
  return s3 ? new S3Store(s3) : new DirectoryStore(directory);
}
