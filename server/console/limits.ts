/** Bounds on what a request may bring. */
import { mostFiles, uploadLimit } from "~/contract/files";
import { publicPaths, publicUploads } from "~/contract/paths";

const maxForm = 1024 * 1024;
/** A form with as many files as one may bring. */
const maxUpload = mostFiles * uploadLimit + maxForm;

/** A write whose body no action reads is refused before it becomes an error. */
export function bodyProblem(request: Request, path: string): { status: number; text: string } | null {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const length = request.headers.get("content-length");
  if (length === null && request.headers.has("transfer-encoding"))
    return { status: 411, text: "The length is needed." };
  const most = type === "multipart/form-data" ? mostOfFiles(path) : maxForm;
  if (Number(length ?? 0) > most) return { status: 413, text: "The request is too large." };
  if (type !== "application/x-www-form-urlencoded" && type !== "multipart/form-data") {
    return { status: 415, text: "Send a form." };
  }
  return null;
}

/** Who has not signed in has nothing to upload but what goes with an application. */
function mostOfFiles(path: string): number {
  return isPublic(path) ? (publicUploads[path.toLowerCase()] ?? maxForm) : maxUpload;
}

function isPublic(path: string): boolean {
  return publicPaths.some((known) => known.toLowerCase() === path.toLowerCase());
}

/** So many in so many milliseconds for each key; one node's first line, the backend keeps its own. */
export class RateLimit {
  private readonly windows = new Map<string, { count: number; until: number }>();

  constructor(
    private readonly most: number,
    private readonly milliseconds: number,
  ) {}

  take(key: string, now = Date.now()): boolean {
    if (this.windows.size > 10_000) this.forgetOld(now);
    const window = this.windows.get(key);
    if (!window || window.until <= now) {
      this.windows.set(key, { count: 1, until: now + this.milliseconds });
      return true;
    }
    window.count += 1;
    return window.count <= this.most;
  }

  private forgetOld(now: number): void {
    for (const [key, window] of this.windows) if (window.until <= now) this.windows.delete(key);
  }
}
