/**
 * Passwords that stand in everybody's lists: the first that are tried. They are refused wherever one is set, whatever their
 * capitals. The list comes with the product, sorted and in small letters (common-passwords.txt).
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The file stands beside this one, in the sources as in the build. */
const file = fileURLToPath(new URL("./common-passwords.txt", import.meta.url));

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** As people vary a word: its first letter, or the first one that there is. */
const firstLetter = (word: string) => word.replace(/[a-z]/, (letter) => letter.toUpperCase());

let known: ReadonlySet<string> | undefined;

/** By the digest of the wire, which may be all that is known of a password: see password.ts. Read once. */
function digests(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(file, "utf8")
      .split("\n")
      .filter((word) => word !== "")
      .flatMap((word) => [word, capital(word), firstLetter(word), word.toUpperCase()].map(md5)),
  );
  return known;
}

/** Of an MD5 in small hexadecimal letters. */
export function isCommonDigest(digest: string): boolean {
  return digests().has(digest);
}
