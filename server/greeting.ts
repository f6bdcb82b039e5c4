/** What a start prints for whoever reads it: where it is, what it is, and how to come in the first time. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { RunningBackend } from "./backend/run-backend";
import { firstPasswordFile } from "./data-directory";
import { version } from "./version";

export interface Greeting {
  url: string;
  backend: RunningBackend | null;
  milliseconds: number;
  dataDir: string;
  /** PostgreSQL as "host:port/name"; "" with the database inside. */
  server: string;
  demo: boolean;
}

export function greet({ url, backend, milliseconds, dataDir, server, demo }: Greeting): void {
  console.log(`The console runs at ${url} (ready in ${milliseconds} ms)`);
  const kept = server === "" ? path.resolve(dataDir) : `PostgreSQL ${server}, files in ${path.resolve(dataDir)}`;
  const zone = backend ? `, business days in ${backend.timeZone}` : "";
  console.log(`Version ${version}, ${demo ? "demonstration " : ""}data in ${kept}${zone}`);
  if (backend?.firstPassword) tellPassword(backend.firstPassword, dataDir);
  for (const { role, accName, password } of backend?.accounts ?? [])
    console.log(`  ${role.padEnd(14)} ${accName.padEnd(10)} ${password}`);
}

/** To eyes alone: what a service prints is kept in a log. */
function tellPassword(password: string, dataDir: string): void {
  if (process.stdout.isTTY) {
    console.log(
      "The administrator's account is admin. Its first password, told only this once and changed at the first sign-in:",
    );
    console.log(`  ${password}`);
    return;
  }
  const file = path.join(dataDir, firstPasswordFile);
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  console.log(
    `The administrator's account is admin. Its first password stands in ${path.resolve(file)}; it is changed at the first sign-in.`,
  );
}
