/** Encrypts what must be read again (secrets of other systems): whoever holds the database alone cannot. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";

const mark = "enc1";
const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  /** Names the key in what it has sealed; tells nothing of it. */
  id: string;
  bytes: Buffer;
}

/**
 * AES-256-GCM, kept as `enc1:<key>:<nonce, tag, text>`. The first key seals, all of them open, so that keys can rotate.
 * What a text is sealed for (its corp and column) is authenticated: moved elsewhere it does not open.
 */
export class SecretBox {
  private readonly keys: Key[];

  constructor(keys: readonly string[]) {
    this.keys = keys.map((key) => {
      const bytes = createHash("sha256").update(`console-secret:${key}`).digest();
      return { bytes, id: createHash("sha256").update(bytes).digest("hex").slice(0, 8) };
    });
  }

  seal(text: string, place: string): string {
    const [key] = this.keys;
    if (!key) throw new Error("A secret cannot be kept: this backend was started without a key for secrets.");
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return `${this.prefix}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
  }

  /** What was kept before there were keys is its own text. */
  open(kept: string, place: string): string {
    const [marked, id, packed = ""] = kept.split(":");
    if (marked !== mark) return kept;
    const key = this.keys.find((one) => one.id === id);
    if (!key) throw new Error(`The key ${id} that sealed ${place} is not there: add it to SECRET_KEYS.`);
    const bytes = Buffer.from(packed, "base64url");
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const body = bytes.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  }

  /**
   * The same for the same text and key, and no way back: to find again what may not be kept. "" without a key. `place` as
   * in {@link seal}.
   */
  mark(text: string, place: string): string {
    return this.marks(text, place)[0] ?? "";
  }

  /** As {@link mark} under each key, the newest first: what was marked before a rotation is found as well. */
  marks(text: string, place: string): string[] {
    return this.keys.map(({ bytes }) =>
      createHmac("sha256", bytes).update(`${place}\n${text}`).digest("base64url").slice(0, 27),
    );
  }

  /** How everything begins that the newest key has sealed; "" without a key. */
  get prefix(): string {
    const [key] = this.keys;
    return key ? `${mark}:${key.id}:` : "";
  }
}

/** Of a backend that was given no key: it opens what is plain, and keeps nothing. */
export const noKey = new SecretBox([]);
