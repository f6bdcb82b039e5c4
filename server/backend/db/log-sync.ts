/**
 * Commits that share a sync. The embedded database has one session, and while it waits for the disk nobody else is served: a
 * third of a ticket check's time. So the sync that a commit asks for is put off: the session goes on to the next transaction,
 * and a sync beside it serves all that have committed meanwhile. Nobody is answered before it.
 *
 * Two rules keep what a log written ahead promises. No change of any other file goes out while a sync of the log is owed: the
 * sync comes first, in its place. And whoever has read waits as well, since what was read may be owed still.
 */
import fs from "node:fs";
import path from "node:path";

/** What of an Emscripten stream is looked at here. */
export interface NodeStream {
  nfd: number;
  path?: string;
}
type Operation = (...args: never[]) => unknown;
export interface NodeFsOperations {
  stream_ops: Record<string, Operation> & { fsync?: (stream: NodeStream) => number };
  node_ops: Record<string, Operation>;
}

const segment = /\/pg_wal\/[0-9A-F]{24}$/;
const isLog = (stream: NodeStream): boolean => segment.test(stream.path ?? "");

/** Real syncs since the process began; a test holds it against the number of commits. */
export const syncs = { count: 0 };

export class LogSync {
  /** `directory` is the database's. */
  constructor(private readonly directory: string) {}

  private putsOff = false;
  /** Syncs that commits have asked for, and how many of them are done. */
  private asked = 0;
  private done = 0;
  private underWay: Promise<void> | null = null;
  private broken: Error | null = null;
  /** The segment that is owed a sync, by a descriptor of our own: the database may close its one meanwhile. */
  private log: { inode: number; descriptor: number } | null = null;

  /** Puts itself between the database and its files. */
  install({ stream_ops, node_ops }: NodeFsOperations): void {
    stream_ops.fsync = (stream) => this.sync(stream);
    this.before(stream_ops, ["write", "allocate", "msync"], (stream) => !isLog(stream as NodeStream));
    this.before(stream_ops, ["setattr", "close"], () => true);
    this.before(node_ops, ["setattr", "mknod", "rename", "unlink", "rmdir", "symlink"], () => true);
  }

  /** Runs a commit whose sync {@link settled} waits for. */
  async commit<T>(work: () => Promise<T>): Promise<T> {
    this.putsOff = true;
    try {
      return await work();
    } finally {
      this.putsOff = false;
    }
  }

  /** When all that was committed before is on the disk. Rejects for ever once a sync has failed. */
  async settled(): Promise<void> {
    const upTo = this.asked;
    while (this.done < upTo) {
      // One that is under way began before: what it does not cover the next one does.
      this.underWay ??= this.besides();
      await this.underWay;
    }
    if (this.broken) throw this.broken;
  }

  close(): void {
    this.settle();
    if (this.log) fs.closeSync(this.log.descriptor);
    this.log = null;
  }

  private sync(stream: NodeStream): number {
    if (this.broken) throw this.broken;
    if (this.putsOff && isLog(stream) && this.owe(stream)) return 0;
    this.settle();
    fs.fdatasyncSync(stream.nfd);
    syncs.count += 1;
    return 0;
  }

  /** False where the sync cannot be put off. */
  private owe(stream: NodeStream): boolean {
    const { ino } = fs.fstatSync(stream.nfd);
    if (this.log?.inode !== ino) {
      this.settle();
      const last = this.log;
      if (last) void Promise.resolve(this.underWay).finally(() => fs.closeSync(last.descriptor));
      const descriptor = fs.openSync(path.join(this.directory, "pg_wal", path.basename(stream.path ?? "")), "r+");
      this.log = { inode: fs.fstatSync(descriptor).ino, descriptor };
      if (this.log.inode !== ino) return false;
    }
    this.asked += 1;
    return true;
  }

  /** The sync that is owed, here and now. */
  private settle(): void {
    if (this.done >= this.asked || !this.log) return;
    const upTo = this.asked;
    fs.fdatasyncSync(this.log.descriptor);
    syncs.count += 1;
    this.done = upTo;
  }

  private async besides(): Promise<void> {
    const upTo = this.asked;
    const descriptor = this.log?.descriptor ?? -1;
    try {
      await new Promise<void>((resolve, reject) => {
        fs.fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
      });
      syncs.count += 1;
      this.done = Math.max(this.done, upTo);
    } catch (error) {
      // As the database itself would: nothing is known of what was written, and nothing more is promised.
      this.broken = error instanceof Error ? error : new Error(String(error));
      this.done = Number.POSITIVE_INFINITY;
    } finally {
      this.underWay = null;
    }
  }

  private before(operations: Record<string, Operation>, names: string[], concerns: (of: unknown) => boolean): void {
    for (const name of names) {
      const operation = operations[name];
      if (!operation) continue;
      operations[name] = (...args) => {
        if (this.done < this.asked && concerns(args[0])) this.settle();
        return operation(...args);
      };
    }
  }
}
