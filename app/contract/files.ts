/** Files as console and dispatch API agree on them: paths, limits, references (specification 5, 7 and 9). No schemas: browsers read this too. */
import { m } from "./messages";

const megabyte = 1024 * 1024;
/** A file must be smaller than this (10 MB). */
export const uploadLimit = 10 * megabyte;
/** Files of one upload, where nothing else is said. */
export const defaultFileCount = 1;
/** Of `/common/multipleFileUpload`. */
export const mostFiles = 9;

/** Names of the image types that are taken. */
export const imageTypes = ["png", "jpg", "jpeg", "gif", "svg"] as const;
export const documentTypes = [
  "pdf",
  "doc",
  "docx",
  "xls",
  "xlsx",
  "ppt",
  "pptx",
  "csv",
  "txt",
  "zip",
  "ofd",
  "xml",
] as const;
export const mediaTypes = ["mp3", "m4a", "ogg", "wav", "mp4", "webm"] as const;

/** What an input takes: pictures; pictures, sound and film; or any accepted file. */
export type Accept = "image" | "media" | "file";

/** What is said of a file that is not smaller than it must be; `megabytes` where a field takes less than uploads do. */
export function sizeProblem(size: number, accept: Accept, megabytes?: number): string | null {
  if (megabytes !== undefined && size >= megabytes * megabyte) return m.files_larger_than({ n: megabytes });
  if (size < uploadLimit) return null;
  return accept === "image" ? m.files_image_too_large() : m.files_too_large();
}

/** Multipart POSTs: files under `file`, with `corpCode` and `isCompress`; the answer's data is the file path. */
export const uploadPaths = {
  image: "/common/fileUpload",
  /** Swept after a day unless a saved form holds on to it; `accept` is image (default), file or media. */
  temporary: "/common/fileTempUpload",
  media: "/common/mediaFileUpload",
  /** Several at once; data is a list of paths. */
  multiple: "/common/multipleFileUpload",
  manage: "/api/manage/files/upload",
  /** Served to everybody: the SaaS edition's object store. */
  public: "/api/manage/files/uploadQiNiuPublic",
  menu: "/api/ticket/files/uploadMenuCss",
  ski: "/api/manage/files/uploadSki",
} as const;

/**
 * The one upload without a token: `file`, with the `ticket` in the query that a method gave for it. It stores one file, temporarily, that
 * nobody can read until a record holds it.
 */
export const ticketUploadPath = "/common/ticketUpload";

/** A ticket as methods give it: the corp, and what nobody guesses. */
export const uploadTicketForm = /^([A-Za-z0-9]{1,20})\.([a-z2-7]{32})$/;

/** GETs with the query `filePath` (downloadTemplate: `template`). */
export const downloadPaths = {
  file: "/api/manage/files/download",
  template: "/api/manage/files/downloadTemplate",
  ski: "/api/manage/files/downloadSki",
  /** Answers a link that needs no token and expires. */
  privateLink: "/api/manage/files/privateLink",
} as const;

/** What a file path begins with: pictures, public pictures, sound and film, everything else. */
export const storedPrefixes = ["images", "img", "media", "files"] as const;

/** The path of a stored file, as uploads answer it. */
export const storedPath = /^\/(images|img|media|files)\/[A-Za-z0-9]{1,20}\/\d{6}\/[a-z0-9]{26}\.[a-z0-9]{2,5}$/;

/** Whether this is the path of a stored file, as uploads answer it. */
export function isFilePath(text: string): boolean {
  return storedPath.test(text);
}

/** A field of several files keeps their paths in one text. */
export function pathsOf(value: string | null | undefined): string[] {
  return value ? value.split(",").filter(Boolean) : [];
}
