/** Cookies: reading, writing, and sealing what nobody else may read or change. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export function readCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").slice(0, 16_384).split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(0, at)).trim();
    if (name !== "") cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}

interface CookieOptions {
  secure: boolean;
  httpOnly?: boolean;
  /** Seconds; left out: as long as the browser session. 0: removed. */
  maxAge?: number;
}

export function cookie(name: string, value: string, { secure, httpOnly = true, maxAge }: CookieOptions): string {
  const parts = [`${name}=${value}`, "Path=/", "SameSite=Lax"];
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  if (httpOnly) parts.push("HttpOnly");
  if (secure) parts.push("Secure");
  return parts.join("; ");
}

/** Encrypts and authenticates with AES-256-GCM. The first secret seals; all of them open, so that secrets can rotate. */
export class Seal {
  private readonly keys: Buffer[];

  constructor(secrets: readonly string[]) {
    if (secrets.length === 0) throw new Error("A seal needs a secret.");
    this.keys = secrets.map((secret) => createHash("sha256").update(`console-cookie:${secret}`).digest());
  }

  close(name: string, value: unknown): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.keys[0] as Buffer, nonce);
    cipher.setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** A mark of 128 bits on what may be read and not changed. */
  sign(name: string, text: string): string {
    return markOf(this.keys[0] as Buffer, name, text).toString("base64url");
  }

  /** Whether the mark is ours, by any of the keys. */
  signed(name: string, text: string, mark: string): boolean {
    const given = Buffer.from(mark, "base64url");
    return given.length === markBytes && this.keys.some((key) => timingSafeEqual(given, markOf(key, name, text)));
  }

  /** What was sealed under this name, or null for anything else. */
  open(name: string, text: string | undefined): unknown {
    const bytes = Buffer.from(text ?? "", "base64url");
    if (bytes.length < 29) return null;
    for (const key of this.keys) {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(bytes.subarray(12, 28));
      try {
        return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8"));
      } catch {
        // Another key, or not ours at all: the next one tells.
      }
    }
    return null;
  }
}

const markBytes = 16;

function markOf(key: Buffer, name: string, text: string): Buffer {
  return createHmac("sha256", key).update(`${name}\n${text}`).digest().subarray(0, markBytes);
}
