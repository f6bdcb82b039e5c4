/** A stored file on its way out: to who may read it, to the holder of a signed link, or, a public one, to everybody. */
import { and, eq, ne } from "drizzle-orm";
import { isFilePath } from "~/contract/files";
import { m } from "~/contract/messages";
import { tokenHeader } from "~/contract/wire";
import { tenantRole } from "../db/database";
import { authenticate, holdsButton, holdsFunction, isFunctionOn } from "../kernel/access";
import { heldRights } from "../kernel/held-rights";
import { NotFound, SignedOut } from "../kernel/refusal";
import { goodFor } from "./link";
import { readableFiles } from "./read-rights";
import { type StoredFile, storedFile } from "./schema";
import type { ByteRange } from "./store";
import { thumbnailKey } from "./thumbnail";
import type { FileService } from "./upload";

/** No script of a file runs, whatever it is: it has no origin, and nothing may be loaded. */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'";
/** A public path is never another file's. What is private stays in no browser: others sit at the same machine. */
const caching = { public: "public, max-age=31536000, immutable", private: "private, no-store" } as const;

/** GET of a stored path. */
export async function serveFile(service: FileService, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const isSigned = goodFor(service.secret, url.pathname, url.searchParams, service.now()) !== null;
  const row = isFilePath(url.pathname) ? await visibleRow(service, request, url.pathname, isSigned) : null;
  if (!row) throw new NotFound(m.files_not_found());
  return fileResponse(service, request, row, {
    thumbnail: url.searchParams.has("thumb"),
    attachment: row.kind === "document",
  });
}

/** GET with the query `filePath`: the file to keep, under the name it came with. */
export async function download(service: FileService, request: Request, source?: string): Promise<Response> {
  const row = await ownRow(service, request, new URL(request.url).searchParams.get("filePath") ?? "");
  if (!row || (source && row.source !== source)) throw new NotFound(m.files_not_found());
  return fileResponse(service, request, row, { thumbnail: false, attachment: true });
}

async function visibleRow(service: FileService, request: Request, path: string, isSigned: boolean) {
  if (!isSigned && !path.startsWith("/img/")) return ownRow(service, request, path);
  const isVisible = isSigned ? undefined : eq(storedFile.isPublic, true);
  const [row] = await service.database.system(
    (tx) =>
      tx
        .select()
        .from(storedFile)
        .where(and(eq(storedFile.path, path), ne(storedFile.state, "gone"), isVisible)),
    { readOnly: true },
  );
  return row ?? null;
}

/** Where the caller may read it; row-level security knows no other corp. */
export async function ownRow({ database }: FileService, request: Request, path: string): Promise<StoredFile | null> {
  return database.system(
    async (tx) => {
      const found = await authenticate(tx, request.headers.get(tokenHeader) ?? "", "signedIn", { role: tenantRole });
      if (!found) throw new SignedOut(m.ops_signed_out());
      if (!isFilePath(path)) return null;
      const { userId } = found.caller;
      const opens = async (fun: string) => {
        if (found.caller.seeing) {
          const { on, grants } = await heldRights(tx, found.caller);
          return on.has(fun) && grants.has(`${fun}/`);
        }
        return found.holdsAll ? isFunctionOn(tx, fun) : holdsFunction(tx, userId, fun);
      };
      const may = async (button: string) => {
        if (!found.caller.seeing) return found.holdsAll || holdsButton(tx, userId, button);
        const { grants } = await heldRights(tx, found.caller);
        return [...grants].some((grant) => grant.endsWith(`/${button}`));
      };
      const [row] = await readableFiles({ db: tx, userId, opens, may }, [path]);
      return row ?? null;
    },
    { readOnly: true },
  );
}

interface Look {
  thumbnail: boolean;
  attachment: boolean;
}

async function fileResponse({ store }: FileService, request: Request, row: StoredFile, look: Look): Promise<Response> {
  const headers = new Headers({
    "content-type": row.contentType.startsWith("text/") ? `${row.contentType}; charset=utf-8` : row.contentType,
    "cache-control": caching[row.isPublic ? "public" : "private"],
    "content-security-policy": sandbox,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": row.isPublic ? "cross-origin" : "same-origin",
  });
  if (look.thumbnail) {
    const small = await store.get(thumbnailKey(row.path));
    if (small) {
      headers.set("content-type", "image/webp");
      return new Response(small, { headers });
    }
  }
  if (look.attachment) headers.set("content-disposition", disposition(row.name));
  headers.set("accept-ranges", "bytes");
  const range = rangeOf(request.headers.get("range"), row.size);
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${row.size}`);
    return new Response(null, { status: 416, headers });
  }
  const body = await store.get(row.path.slice(1), range ?? undefined);
  if (!body) throw new NotFound(m.files_not_found());
  headers.set("content-length", String(range ? range.to - range.from + 1 : row.size));
  if (range) headers.set("content-range", `bytes ${range.from}-${range.to}/${row.size}`);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** One range, as players ask for it; anything else gets the whole. */
function rangeOf(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, first = "", last = ""] = match;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return from > to ? "unsatisfiable" : { from, to };
}

export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}
