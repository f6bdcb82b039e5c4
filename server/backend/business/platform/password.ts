/** Passwords: argon2id over the digest of the wire, so that both editions' forms (MD5, base64) lead to the same hash. */
import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import md5 from "md5";
import { isStrongPassword } from "~/contract/validators";

/** OWASP's first choice for argon2id: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface WirePassword {
  /** MD5 of the password, in hex. */
  digest: string;
  /** Known only where the wire form carries the password itself (SaaS). */
  strong: boolean | null;
}

/**
 * Reads a password off the wire (spec 7, changpwd): the MD5 of the password, or base64 of account name plus password in
 * the SaaS edition. Null when it is neither.
 */
export function readWirePassword(wire: string, accName: string): WirePassword | null {
  if (/^[0-9a-f]{32}$/i.test(wire)) return { digest: wire.toLowerCase(), strong: null };
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(wire)) return null;
  const text = Buffer.from(wire, "base64").toString("utf8");
  const [name, password] = [text.slice(0, accName.length), text.slice(accName.length)];
  // Account names are the same in either case, and a person may have typed either.
  if (name.toLowerCase() !== accName.toLowerCase() || password === "") return null;
  return { digest: md5(password), strong: isStrongPassword(password) };
}

export function hashDigest(digest: string): Promise<string> {
  return hash(digest, cost);
}

/** Verified against nothing when the account is unknown, so that the answer takes as long. */
let decoy: Promise<string> | undefined;

export async function verifyDigest(
  stored: string | undefined,
  digest: string,
  compare: (hash: string, digest: string) => Promise<boolean> = verify,
): Promise<boolean> {
  decoy ??= hashDigest("decoy");
  const matches = await compare(stored ?? (await decoy), digest);
  return stored !== undefined && matches;
}

/** The hash of a password as a person types it. */
export function hashPassword(password: string): Promise<string> {
  return hashDigest(md5(password));
}

/** Twelve characters that nobody confuses, with every class the rule asks for. */
export function randomPassword(): string {
  const pick = (alphabet: string) => alphabet[randomInt(alphabet.length)] ?? "x";
  const letters = Array.from({ length: 9 }, () => pick("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789"));
  return [pick("ABCDEFGHJKMNPQRSTUVWXYZ"), ...letters, pick("23456789"), pick("#@*&%")].join("");
}
