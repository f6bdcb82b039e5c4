/** A line between browser and console that can be cut: before a request is passed on, or after the server has answered it. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CutLine {
  url: string;
  /** Cuts the line at the next request that begins so, and leaves it cut. Answers when that has happened. */
  cutAt(request: RegExp, when: "before" | "after"): Promise<void>;
  /** Nothing gets through any more. */
  cut(): void;
  mend(): void;
  /** Heads of the requests that reached the console. */
  passed: string[];
  close(): Promise<void>;
}

export async function cutLine(target: string): Promise<CutLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const passed: string[] = [];
  let whole = true;
  let armed: { request: RegExp; when: "before" | "after"; done: () => void } | null = null;

  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  const happened = () => {
    armed?.done();
    armed = null;
    cut();
  };

  const server = createServer((browser) => {
    if (!whole) return browser.destroy();
    const console = connect(Number(port), hostname);
    for (const socket of [browser, console]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        browser.destroy();
        console.destroy();
      });
    }
    let answersNoMore = false;
    browser.on("data", (bytes) => {
      // A browser sends one request at a time over a connection: its head begins with the bytes that come.
      const [head = ""] = bytes.toString("latin1").split("\r\n\r\n", 1);
      const [first = ""] = head.split("\r\n", 1);
      const isHead = / HTTP\/1\.1$/.test(first);
      if (isHead && armed?.request.test(first)) {
        if (armed.when === "before") return happened();
        answersNoMore = true;
      }
      if (isHead) passed.push(head);
      console.write(bytes);
    });
    console.on("data", (bytes) => {
      if (answersNoMore) happened();
      else browser.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAt: (request, when) =>
      new Promise((done) => {
        armed = { request, when, done };
      }),
    cut,
    mend: () => {
      whole = true;
    },
    passed,
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
