/** The project's own files and what they import, for tests of how the house is built. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = ["app", "server", "tests", ".ci", "public"];

export interface Source {
  /** From the top of the project, with forward slashes. */
  path: string;
  text: string;
}

/** Every file that people write: no generated ones, no message catalogues. */
export const sources: readonly Source[] = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => !/^app\/i18n\/(generated|messages|project\.inlang)\//.test(file))
    .filter((file) => /\.(tsx?|m?js|css)$/.test(file))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), "utf8") })),
);

export interface Import {
  from: string;
  /** Nothing but types: it is gone once the program is built. */
  typesOnly: boolean;
  /** A path of the project without extension, or the name of a package. */
  to: string;
}

const statement =
  /(?:^|\n)\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;
const aliases: Record<string, string> = { "~": "app", "~server": "server", "~tests": "tests" };

export function importsOf({ path: file, text }: Source): Import[] {
  return [...text.matchAll(statement)].map(([whole, named, dynamic]) => ({
    from: file,
    typesOnly: onlyTypes(whole),
    to: targetOf(file, named ?? dynamic ?? ""),
  }));
}

function onlyTypes(statement: string): boolean {
  if (/^\s*(import|export)\s+type\s/.test(statement)) return true;
  const names = /^\s*(?:import|export)\s*\{([^}]*)\}\s*from/.exec(statement)?.[1];
  const list =
    names
      ?.split(",")
      .map((name) => name.trim())
      .filter(Boolean) ?? [];
  return list.length > 0 && list.every((name) => name.startsWith("type "));
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  const [head = "", ...rest] = specifier.split("/");
  return head in aliases ? [aliases[head], ...rest].join("/") : specifier;
}
