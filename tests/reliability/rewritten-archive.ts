/** Archives that were not made by a backup. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

/** The archive with its lines changed, sums made right again, as another version or another system would write it. */
export function rewrittenTo(file: string, archive: string, change: (lines: string[]) => string[]): string {
  const lines = change(gunzipSync(readFileSync(archive)).toString("utf8").trimEnd().split("\n"));
  const made: string[] = [];
  let hash = createHash("sha256");
  let rows = 0;
  for (const line of lines.slice(0, -1)) {
    if (line.startsWith('{"rows":') && line.includes('"sha256":')) {
      made.push(JSON.stringify({ rows, sha256: hash.digest("hex") }));
    } else {
      if (line.startsWith('{"table":')) {
        hash = createHash("sha256");
        rows = 0;
      } else {
        hash.update(`${line}\n`);
        rows += 1;
      }
      made.push(line);
    }
  }
  const tables = made.filter((line) => line.startsWith('{"table":')).length;
  const body = `${made.join("\n")}\n`;
  const end = JSON.stringify({ end: true, tables, sha256: createHash("sha256").update(body).digest("hex") });
  writeFileSync(file, gzipSync(`${body}${end}\n`));
  return file;
}
