/** An upload from request to file path: who sends it, whether it may come in, and where it is put. */
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { defaultFileCount, mostFiles, uploadLimit, uploadPaths } from "~/contract/files";
import { m } from "~/contract/messages";
import { tokenHeader } from "~/contract/wire";
import { type Database, tenantRole } from "../db/database";
import { authenticate } from "../kernel/access";
import { logFailure } from "../kernel/answers";
import { Unreadable } from "../kernel/body";
import type { Caller } from "../kernel/call";
import { Invalid, NotFound, Refusal, SignedOut } from "../kernel/refusal";
import { NotParsed } from "../parsing/not-parsed";
import { parsers } from "../parsing/parsers";
import { admit, countProblem, type Kind, kindsTaken, type Received } from "./admit";
import { type StoredFile, storedFile } from "./schema";
import type { Sniffed } from "./sniff";
import type { FileStore } from "./store";
import { thumbnailKey } from "./thumbnail";

export interface FileService {
  database: Database;
  store: FileStore;
  /** Of private links. */
  secret: string;
  now: () => Date;
}

export interface Endpoint {
  path: string;
  takes: readonly Kind[];
  most: number;
  temporary?: boolean;
  isPublic?: boolean;
  source: string;
}

const one = { most: defaultFileCount, source: "common" };

export const endpoints: readonly Endpoint[] = [
  { ...one, path: uploadPaths.image, takes: ["image"] },
  { ...one, path: uploadPaths.temporary, takes: ["image"], temporary: true },
  { ...one, path: uploadPaths.media, takes: kindsTaken.media },
  { ...one, path: uploadPaths.multiple, takes: kindsTaken.file, most: mostFiles },
  { ...one, path: uploadPaths.manage, takes: kindsTaken.file, source: "manage" },
  { ...one, path: uploadPaths.public, takes: ["image"], source: "manage", isPublic: true },
  { ...one, path: uploadPaths.menu, takes: ["image"], source: "ticket", isPublic: true },
  { ...one, path: uploadPaths.ski, takes: kindsTaken.file, source: "ski" },
];

/** Of the form around the files. */
export const formSlack = 256 * 1024;

function kindsOf(accept: unknown): readonly Kind[] {
  return kindsTaken[accept === "media" || accept === "file" ? accept : "image"];
}

/** Answers the paths of what was stored. */
export async function upload(service: FileService, request: Request, endpoint: Endpoint): Promise<string[]> {
  checkSize(request, endpoint);
  const caller = await callerOf(service, request);
  const form = await request.formData().catch(() => {
    throw new Unreadable(400, m.ops_bad_body());
  });
  const corpCode = form.get("corpCode");
  // Another tenant's name is answered as if there were no such thing.
  if (typeof corpCode === "string" && corpCode !== "" && corpCode !== caller.corpCode) throw new NotFound();
  const files = [...form.values()].filter((value) => typeof value !== "string");
  if (files.length === 0) throw new Invalid({ file: [m.files_none()] });
  const tooMany = countProblem(endpoint.most, files.length);
  if (tooMany) throw new Invalid({ file: [tooMany] });
  const takes = endpoint.temporary ? kindsOf(form.get("accept")) : endpoint.takes;
  const received = await Promise.all(
    files.map(async (file) => ({ name: nameOf(file.name), bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  const admitted: { file: Received; sniffed: Sniffed }[] = [];
  for (const file of received) admitted.push({ file, sniffed: await admittedOr(file, takes) });
  const says = (name: string) => /^(t|true|1|y|yes|on)$/i.test(String(form.get(name) ?? ""));
  const isCompress = says("isCompress");
  // What a form is still to be saved with stays only once its row holds it, wherever it is sent.
  const isTemporary = endpoint.temporary === true || says("temporary");
  const paths: string[] = [];
  for (const { file, sniffed } of admitted) {
    paths.push(await keep(service, caller, endpoint, file, sniffed, { isCompress, isTemporary }));
  }
  return paths;
}

function checkSize(request: Request, { most, takes }: Endpoint): void {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new Unreadable(415, m.ops_content_type());
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  // Without a length it could be anything.
  if (!(length <= most * uploadLimit + formSlack)) {
    throw new Unreadable(413, takes.length === 1 ? m.files_image_too_large() : m.files_too_large());
  }
}

/** Who sends it, before the files are read. */
export async function callerOf({ database }: FileService, request: Request): Promise<Caller> {
  const found = await database.system(
    (tx) => authenticate(tx, request.headers.get(tokenHeader) ?? "", "signedIn", { role: tenantRole }),
    { readOnly: true },
  );
  if (!found) throw new SignedOut(m.ops_signed_out());
  const { seeing } = found.caller;
  if (seeing && request.method === "POST") throw new Refusal(m.role_seeing_only({ role: seeing.role }));
  return found.caller;
}

export async function admittedOr(file: Received, takes: readonly Kind[]): Promise<Sniffed> {
  const admitted = await parsed(() => admit(file, takes));
  if (!admitted.ok) throw new Invalid({ file: [admitted.message] });
  return admitted.sniffed;
}

/** As it is shown and downloaded: without folders and without what no name has. */
export function nameOf(given: string): string {
  const name = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const clean = name.replace(/[\p{C}<>:"|?*]/gu, "").trim();
  return clean.length > 120 ? clean.slice(0, 100) + clean.slice(-20) : clean || "file";
}

/** The row comes first: whatever happens then, the sweep finds what is left. */
export async function keep(
  service: FileService,
  caller: Pick<Caller, "corpCode" | "userId">,
  endpoint: Pick<Endpoint, "source" | "isPublic">,
  { name, bytes }: Received,
  sniffed: Sniffed,
  { isCompress, isTemporary }: { isCompress: boolean; isTemporary: boolean },
): Promise<string> {
  const { database, store, now } = service;
  const made = await contentOf(bytes, sniffed, isCompress);
  const path = pathFor(caller.corpCode, sniffed, endpoint.isPublic === true, now());
  const row = {
    path,
    kind: sniffed.kind,
    name,
    contentType: sniffed.contentType,
    size: made.bytes.length,
    width: made.width,
    height: made.height,
    isPublic: endpoint.isPublic === true,
    state: "temporary",
    since: now(),
    source: endpoint.source,
    accountId: caller.userId,
    createdAt: now(),
  } satisfies Partial<StoredFile>;
  await database.tenant(caller.corpCode, (tx) => tx.insert(storedFile).values(row as typeof storedFile.$inferInsert));
  await store.put(path.slice(1), made.bytes, sniffed.contentType);
  if (made.thumbnail) await store.put(thumbnailKey(path), made.thumbnail, "image/webp");
  if (!isTemporary) {
    await database.tenant(caller.corpCode, (tx) =>
      tx.update(storedFile).set({ state: "kept", since: now() }).where(eq(storedFile.path, path)),
    );
  }
  return path;
}

async function contentOf(bytes: Uint8Array, { kind, extension }: Sniffed, isCompress: boolean) {
  if (kind !== "image") return { bytes, width: null, height: null, thumbnail: null };
  return parsed(() => parsers.picture(bytes, extension, isCompress));
}

/** What a thread that reads foreign files could not do, as its sender may know it. */
async function parsed<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof NotParsed)) throw error;
    if (error.reason === "busy") throw new Unreadable(429, m.files_busy());
    logFailure("warn", error, "upload");
    // Specification 8: image compression failure.
    throw new Invalid({ file: [error.reason === "failed" ? m.files_failed() : m.files_too_much()] });
  }
}

export function pathFor(corpCode: string, { kind, extension }: Sniffed, isPublic: boolean, now: Date): string {
  const prefix = isPublic ? "img" : kind === "image" ? "images" : kind === "media" ? "media" : "files";
  const month = now.toISOString().slice(0, 7).replace("-", "");
  const id = [...randomBytes(26)].map((byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31]).join("");
  return `/${prefix}/${corpCode}/${month}/${id}.${extension}`;
}
