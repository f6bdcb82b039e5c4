/**
 * Whether the directory of the embedded database is whole, told before it is opened. Opened as it is, PGlite builds a new
 * database over an old one whose PG_VERSION is gone, and ends in a PANIC half-way where a control file or log is damaged.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { readControlFile } from "./control-file";
import { checkpointIsReadable } from "./log-records";

/** Refused, in a sentence for whoever runs the console, with the way back. */
export class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";
  constructor(directory: string, what: string, untouched = "Nothing in it was changed. ") {
    const shown = path.resolve(directory);
    super(
      `The database in ${shown} is not whole: ${what}. ${untouched}Move it aside and bring back the last archive: mv '${shown}' '${shown}.damaged' && DATA_DIR='${path.dirname(shown)}' npm run db:restore FILE`,
    );
  }
}

/** The PostgreSQL that PGlite is; another one's files it cannot read. */
const majorVersion = "18";

const parts = [
  "PG_VERSION",
  "base",
  "global",
  "global/pg_control",
  "global/pg_filenode.map",
  "pg_multixact",
  "pg_wal",
  "pg_xact",
  "postgresql.conf",
];

/** "new" where there is nothing yet; throws {@link DatabaseDamaged} where there is something that is not whole. */
export function stateOfDirectory(directory: string): "new" | "whole" {
  if (!existsSync(directory)) return "new";
  if (!statSync(directory).isDirectory()) throw new DatabaseDamaged(directory, "it is no directory");
  if (readdirSync(directory).length === 0) return "new";
  const missing = parts.filter((name) => !existsSync(path.join(directory, name)));
  if (missing.length > 0) {
    throw new DatabaseDamaged(
      directory,
      `it is not empty, but ${missing.slice(0, 3).join(", ")} ${missing.length > 1 ? "are" : "is"} missing`,
    );
  }
  const version = readFileSync(path.join(directory, "PG_VERSION"), "utf8").trim();
  if (version !== majorVersion) {
    throw new DatabaseDamaged(directory, `PG_VERSION says "${version.slice(0, 20)}" and not ${majorVersion}`);
  }
  const control = readControlFile(path.join(directory, "global/pg_control"));
  if (!control) throw new DatabaseDamaged(directory, "its control file global/pg_control is damaged");
  if (!checkpointIsReadable(path.join(directory, "pg_wal"), control)) {
    throw new DatabaseDamaged(directory, "its log in pg_wal is damaged or incomplete");
  }
  return "whole";
}
