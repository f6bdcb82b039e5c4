/** The directory that holds the embedded database, keys and files: open to the account that runs the console alone. */

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { log } from "./log";

/** Refused, in a sentence for whoever runs the console; nothing was written. */
export class DataDirectoryRefused extends Error {
  override readonly name = "DataDirectoryRefused";
}

/** Where the first password is told to whoever may read the data; gone once it was changed. */
export const firstPasswordFile = "first-password";

/** Names that only this product gives, by which a data directory of an earlier version is known. */
const ownNames = ["pg", "owner.lock", "admin.secret", "cookie.secret", "file.secret", "secrets.key", "backend.url"];
/** Made by file systems and by people who keep an empty folder; nobody's data. */
const nobodys = (name: string) => name === "lost+found" || name.startsWith(".");

const group = 0o070;
const others = 0o007;
const writable = 0o022;

/** What a process makes from here on is readable by its account alone. A thread cannot set it: call it where one starts. */
export function keepToOneself(): void {
  process.umask(0o077);
}

/**
 * Makes the directory, or sees that nobody else reads it. One that an earlier version made readable for others is closed
 * and the log says so; one that others may write to, that belongs to another account, or that holds foreign files is
 * refused. Windows keeps rights elsewhere: there it is only made.
 */
export function openDataDirectory(directory: string, platform: NodeJS.Platform = process.platform): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const foreign = foreignFiles(directory);
  if (foreign.length > 0) {
    throw new DataDirectoryRefused(
      `The directory ${directory} holds files that are not the console's (${foreign.slice(0, 3).join(", ")}). Set DATA_DIR to an empty directory, or to one that does not exist yet.`,
    );
  }
  if (platform === "win32") return;
  const found = statSync(directory);
  if ((found.mode & (group | others)) === 0) return;
  const why = whyNotOurs(found);
  if (why !== null) {
    throw new DataDirectoryRefused(
      `The data directory ${directory} is open to other accounts of this machine (mode ${modeOf(found)}) and ${why}. Close it with: chmod 700 '${path.resolve(directory)}' - or set DATA_DIR to a directory inside it, which the console makes itself.`,
    );
  }
  close(directory, 0o700, found);
}

/** A secret made once and kept beside the data, readable by its owner only. */
export function keptSecret(directory: string, name: string): string {
  const file = path.join(directory, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  const found = statSync(file);
  if (process.platform !== "win32" && (found.mode & (group | others)) !== 0) close(file, 0o600, found);
  return readFileSync(file, "utf8").trim();
}

/** None where something of ours is there too. */
function foreignFiles(directory: string): string[] {
  const names = readdirSync(directory);
  if (names.some((name) => ownNames.includes(name))) return [];
  return names.filter((name) => !nobodys(name));
}

/** Null where the console may close it by itself: others could read it, but not have put anything into it. */
function whyNotOurs({ mode, uid }: Stats): string | null {
  if (uid !== process.getuid?.()) return "belongs to another account";
  if (mode & writable) return "others may have written to it";
  return null;
}

function close(target: string, mode: number, found: Stats): void {
  try {
    chmodSync(target, mode);
  } catch {
    throw new DataDirectoryRefused(
      `${target} is open to other accounts of this machine (mode ${modeOf(found)}), and its mode cannot be changed. Close it with: chmod ${mode.toString(8)} '${path.resolve(target)}'`,
    );
  }
  const message = `${target} was open to other accounts of this machine (mode ${modeOf(found)}): it is closed now`;
  log("warn", "data directory", { message });
}

const modeOf = ({ mode }: Stats) => (mode & 0o777).toString(8).padStart(3, "0");
