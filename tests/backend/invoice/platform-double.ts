/** An invoice platform of the tests' own, over HTTP, with keys of its own: it answers late, twice, never, and wrongly signed. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerSignature, platformHeaders } from "~server/backend/business/invoice/platform";
import { signatureOf } from "~server/backend/business/open/signature";
import { freshNumber } from "./support";

const secret = "double-secret-0123456789";

export type Mood = "well" | "silent" | "never" | "lost" | "late" | "doubled" | "wrong" | "refuses" | "twice";

export interface PlatformDouble {
  /** What an issuer is saved with to be served by it. */
  fields: Record<string, string>;
  /** What it has issued, by serial: the same serial is the same invoice. */
  issued: Map<string, string>;
  /** How it answers the next requests to issue. */
  mood: Mood;
  /** Originals that it gives with what it has issued, by name. */
  files: Record<string, Buffer>;
  /** Answers that come when nobody waits for them any more. */
  afterwards: (() => void)[];
  heard: { path: string; serial: string }[];
  /** Called once one is issued, before the answer. */
  onIssued: (serial: string) => void;
  /** Below its address, in their order. */
  calls(): string[];
  close(): void;
}

export async function openPlatform(): Promise<PlatformDouble> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const path = request.url ?? "";
      const header = (name: string) => String(request.headers[name] ?? "");
      const [nonce, timestamp] = [header(platformHeaders.nonce), header(platformHeaders.timestamp)];
      const right = signatureOf(secret, { verb: "POST", target: path, timestamp, nonce, body });
      if (header(platformHeaders.key) !== "console" || header(platformHeaders.signature) !== right)
        return response.writeHead(401).end();
      const { serial } = JSON.parse(body) as { serial: string };
      const { issued, mood } = double;
      double.heard.push({ path, serial });
      const say = (answer: object, key = secret) => {
        const text = JSON.stringify({ serial, ...answer });
        response.writeHead(200, { [platformHeaders.signature]: answerSignature(key, nonce, text) }).end(text);
      };
      const files = Object.entries(double.files).map(([name, bytes]) => ({ name, content: bytes.toString("base64") }));
      const known = () => ({ state: "issued", number: issued.get(serial) ?? "", issuedOn: "2026-11-20", files });
      if (path.endsWith("/query")) return say(issued.has(serial) ? known() : { state: "none" });
      if (mood === "silent") return request.socket.destroy();
      if (mood === "never") return;
      if (mood === "refuses") return say({ state: "failed", why: "授信额度不足" });
      if (!issued.has(serial)) issued.set(serial, mood === "twice" ? ([...issued.values()][0] ?? "") : freshNumber());
      double.onIssued(serial);
      if (mood === "lost") return request.socket.destroy();
      if (mood === "late") return double.afterwards.push(() => say(known()));
      if (mood === "doubled") {
        const text = JSON.stringify({ serial, ...known() });
        const signed = `${platformHeaders.signature}: ${answerSignature(secret, nonce, text)}`;
        const whole = `HTTP/1.1 200 OK\r\n${signed}\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
        return request.socket.end(whole + whole);
      }
      say(known(), mood === "wrong" ? "another-secret" : secret);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const platformUrl = `http://127.0.0.1:${port}/api`;
  const double: PlatformDouble = {
    fields: { way: "platform", platformUrl, platformKey: "console", platformSecret: secret },
    issued: new Map(),
    mood: "well",
    files: {},
    afterwards: [],
    heard: [],
    onIssued: () => {},
    calls: () => double.heard.map(({ path }) => path.replace("/api/", "")),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return double;
}
