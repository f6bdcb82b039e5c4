/** The wire between the driver and PGlite: what would be a socket to a server is a call into the same process. */
import { EventEmitter } from "node:events";
import type { PGlite } from "@electric-sql/pglite";

const startup = 0;
const terminate = 88;
/** A simple query: its letter, its length, its text. */
const forgetPrepared = Buffer.concat([Buffer.from("Q\0\0\0\x13"), Buffer.from("deallocate all\0")]);

/**
 * A stand-in for the driver's socket. PGlite ships a connection for this driver, which enters the database once for each
 * message of a statement and parses every answer twice; here a statement's messages go in together and the driver alone
 * reads what comes back (measured: a short statement 0.24 ms before, 0.06 ms now).
 */
export class PgliteSocket extends EventEmitter {
  writable = true;
  private waiting: Uint8Array[] = [];
  private corks = 0;
  private isDue = false;

  constructor(private readonly pglite: PGlite) {
    super();
  }

  connect(): void {
    this.pglite.waitReady.then(
      () => this.emit("connect"),
      (error: unknown) => this.emit("error", error),
    );
  }

  write(message: Uint8Array, done?: () => void): boolean {
    this.waiting.push(message);
    this.hasWork();
    if (done) queueMicrotask(done);
    return true;
  }

  cork(): void {
    this.corks += 1;
  }

  uncork(): void {
    this.corks -= 1;
    this.hasWork();
  }

  end(): void {
    this.destroy();
  }

  destroy(): void {
    if (!this.writable) return;
    this.writable = false;
    queueMicrotask(() => this.emit("close"));
  }

  // Of a socket, but nothing to do for a call.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  private hasWork(): void {
    if (this.corks > 0 || this.isDue || this.waiting.length === 0) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      const [only, ...more] = this.waiting;
      const message = more.length === 0 && only ? only : Buffer.concat(this.waiting);
      this.waiting = [];
      this.run(message).catch((error: unknown) => this.emit("error", error));
    });
  }

  private async run(message: Uint8Array): Promise<void> {
    if (message[0] === terminate) return;
    if (message[0] === startup) {
      const answer = Buffer.from(this.pglite.execProtocolRawSync(message));
      // There is one session: what a client before this one has prepared would have the names that this one gives.
      this.pglite.execProtocolRawSync(forgetPrepared);
      this.emit("data", answer);
      return;
    }
    // The pieces lie in the database's own memory: copied before it writes there again.
    const onRawData = (piece: Uint8Array) => void this.emit("data", Buffer.from(piece));
    await this.pglite.execProtocolRawStream(message, { syncToFs: false, onRawData });
  }
}
