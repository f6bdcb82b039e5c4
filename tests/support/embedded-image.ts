/** An embedded database put back to a moment: its memory and the files in it as they were. Far cheaper than another one. */
import type { PGlite } from "@electric-sql/pglite";

type Bytes = Uint8Array | Int8Array;

/** What Emscripten keeps of a file or folder in memory. */
interface FileNode {
  mode: number;
  mtime: number;
  /** A file's bytes, or what is in a folder. */
  contents?: Bytes | Record<string, FileNode>;
}

interface Machine {
  wasmMemory: { buffer: ArrayBuffer };
  FS: {
    root: FileNode;
    isDir(mode: number): boolean;
    /** By descriptor; `shared` holds where it reads. */
    streams: ({ shared: object } | null)[];
    hashAddNode(node: FileNode): void;
    hashRemoveNode(node: FileNode): void;
    open(path: unknown, ...more: unknown[]): unknown;
  };
}

export interface Taken {
  pglite: PGlite;
  /** For the next one, as it was when it was made. */
  giveBack(): void;
}

/** Databases that are all made the same: each worker makes as many as it uses at once. */
export function reusable(make: () => Promise<PGlite>): () => Promise<Taken> {
  const spares: { pglite: PGlite; image: ReturnType<typeof imageOf> }[] = [];
  return async function take() {
    let spare = spares.pop();
    if (spare && !spare.image.restore()) {
      await spare.pglite.close();
      spare = undefined;
    }
    const used = spare ?? (await another(make));
    return { pglite: used.pglite, giveBack: () => void spares.push(used) };
  };
}

async function another(make: () => Promise<PGlite>) {
  const pglite = await make();
  // The triggers' language, before the image: a library that is loaded after it cannot be taken back.
  await pglite.exec("do $$ begin perform 1; end $$");
  return { pglite, image: imageOf(pglite) };
}

/** Takes the image of a database at rest. Its `restore` puts that back, or answers false where it cannot. */
function imageOf(pglite: PGlite): { restore(): boolean } {
  const machine = pglite.Module as unknown as Machine;
  const { FS } = machine;
  const memory = bytesOf(machine).slice();
  const nodes = [...nodesBelow(FS, FS.root)].map((node) => {
    // Whatever is written from now on has a later time.
    node.mtime = 0;
    return { node, kept: { ...node }, contents: copyOf(node.contents) };
  });
  const streams = FS.streams.map((stream) => stream && { stream, own: { ...stream }, shared: { ...stream.shared } });
  // The functions of a library that is loaded later are not in the memory: put back, it would be half there.
  let loadedLibrary = false;
  const { open } = FS;
  FS.open = (path, ...more) => {
    loadedLibrary ||= String(path).endsWith(".so");
    return open(path, ...more);
  };

  return {
    restore() {
      if (loadedLibrary) return false;
      bytesOf(machine).set(memory);
      bytesOf(machine).fill(0, memory.length);
      for (const node of [...nodesBelow(FS, FS.root)]) FS.hashRemoveNode(node);
      for (const { node, kept, contents } of nodes) {
        const isWritten = node.mtime !== 0 || node.contents !== kept.contents;
        Object.assign(node, kept);
        if (contents && isWritten) putBack(node, contents);
        FS.hashAddNode(node);
      }
      FS.streams = streams.map((kept) => {
        if (!kept) return kept;
        Object.assign(kept.own.shared, kept.shared);
        return Object.assign(kept.stream, kept.own);
      });
      return true;
    },
  };
}

/** Anew each time: memory that grew is another array. */
function bytesOf({ wasmMemory }: Machine): Uint8Array {
  return new Uint8Array(wasmMemory.buffer);
}

function* nodesBelow(FS: Machine["FS"], folder: FileNode): Generator<FileNode> {
  for (const node of Object.values(folder.contents ?? {}) as FileNode[]) {
    yield node;
    if (FS.isDir(node.mode)) yield* nodesBelow(FS, node);
  }
}

function copyOf(contents: FileNode["contents"]): FileNode["contents"] {
  return ArrayBuffer.isView(contents) ? contents.slice() : contents && { ...contents };
}

/** Into the array that the file had, which nothing else uses. */
function putBack(node: FileNode, contents: NonNullable<FileNode["contents"]>): void {
  if (!ArrayBuffer.isView(contents)) node.contents = { ...contents };
  else if (ArrayBuffer.isView(node.contents)) node.contents.set(contents);
}
