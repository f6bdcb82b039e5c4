/** Messages one by one in the browser's files: what a page does not say, it does not load. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

const door = /[/\\]app[/\\]contract[/\\]messages\.ts$/;

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Member extends Node {
  computed: boolean;
  object: Node & { name?: string };
  property: Node & { name?: string };
}
interface Import extends Node {
  source: { value: string };
  specifiers: (Node & { imported?: { name: string }; local: { name: string } })[];
}

/**
 * All messages hang on the one object `m`. To a bundler every module that names it needs every message that anybody uses, so
 * that each first page brought the words of every screen. For the browser `m.some_text` becomes an import of that message.
 */
export function messagesOneByOne(): Plugin {
  let files: Promise<Map<string, string>> | undefined;
  return {
    name: "messages-one-by-one",
    apply: "build",
    async transform(code, id, options) {
      if (options?.ssr || !/\bm\./.test(code) || id.includes("node_modules")) return null;
      const tree = this.parse(code) as unknown as { body: Node[] };
      for (const node of tree.body) {
        if (node.type !== "ImportDeclaration") continue;
        const { source, specifiers } = node as Import;
        const named = specifiers.find((specifier) => specifier.imported?.name === "m");
        const target = named && (await this.resolve(source.value, id));
        if (!named || !target || !door.test(target.id)) continue;
        const uses = usesOf(tree, named.local.name);
        const names = new Set(uses.map((use) => use.property.name ?? ""));
        files ??= messageFiles(path.join(path.dirname(target.id), "../i18n/generated/messages"));
        const fileOf = await files;
        let written = code;
        for (const use of uses.reverse()) {
          written = `${written.slice(0, use.start)}m_${use.property.name}${written.slice(use.end)}`;
        }
        const imports = [...names].map((name) => {
          const file = fileOf.get(name);
          if (!file) this.error(`There is no message ${name}, which ${id} names.`);
          return `import { ${name} as m_${name} } from ${JSON.stringify(file)};`;
        });
        const rest = specifiers
          .filter((specifier) => specifier !== named)
          .map(({ start, end }) => code.slice(start, end));
        const kept = rest.length > 0 ? `import { ${rest.join(", ")} } from ${JSON.stringify(source.value)};` : "";
        // Messages are all that stands behind the import: the rest of the module follows it.
        return {
          code: `${imports.join("")}${kept}${written.slice(0, node.start)}${written.slice(node.end)}`,
          map: null,
        };
      }
      return null;
    },
  };
}

/** The file of each message; its name is not always the message's. */
async function messageFiles(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const read = async (name: string) => {
    const file = path.join(folder, name);
    const text = await readFile(file, "utf8");
    const [, plain, quoted] = /^export (?:const (\w+) =|\{ \w+ as "(\w+)" \})/m.exec(text) ?? [];
    found.set(plain ?? quoted ?? "", file);
  };
  await Promise.all((await readdir(folder)).filter((name) => name !== "_index.js").map(read));
  return found;
}

/** Where a message is named: `m.some_text`. */
function usesOf(tree: unknown, name: string): Member[] {
  const found: Member[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (typeof node === "object" && node !== null) {
      const member = node as Member;
      if (member.type === "MemberExpression" && !member.computed && member.object.name === name) found.push(member);
      else Object.values(node).forEach(walk);
    }
  };
  walk(tree);
  return found.sort((a, b) => a.start - b.start);
}
