/** A mail server of one's own: keeps what it was given, and refuses as it is told. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface Letter {
  to: string[];
  from: string;
  /** As it came over the line. */
  raw: string;
  messageId: string;
}

type Mood = "well" | "busy" | "noSuchAddress" | "cutOff";

export async function openMailServer() {
  const letters: Letter[] = [];
  const state = { mood: "well" as Mood };
  const refuse = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS"], logger: false, disableReverseLookup: true },
    onRcptTo(_address, _session, done) {
      if (state.mood === "busy") return done(refuse(451, "try again later"));
      if (state.mood === "noSuchAddress") return done(refuse(550, "no such mailbox"));
      done();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const raw = Buffer.concat(parts).toString("utf8");
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : "",
          raw,
          messageId: /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? "",
        });
        // It has the letter, and nobody hears of it.
        done(state.mood === "cutOff" ? refuse(421, "gone away") : null);
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.server.address() as AddressInfo;
  return {
    letters,
    state,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
