/** A console with a mail server of its own: mails lead to an address of it that has to be known before it starts. */
import { createServer } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { openMailServer } from "~tests/support/mail-server";
import { runConsole } from "./support";

export function runMailConsole() {
  const environment: Record<string, string> = {};
  let post: Awaited<ReturnType<typeof openMailServer>>;
  beforeAll(async () => {
    post = await openMailServer();
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, "127.0.0.1", () => {
        const { port } = probe.address() as { port: number };
        probe.close(() => resolve(port));
      });
    });
    Object.assign(environment, {
      ...{ PORT: String(port), PUBLIC_ORIGINS: `http://127.0.0.1:${port}` },
      ...{ SMTP_URL: post.url, MAIL_FROM: "notice@example.com" },
    });
  });
  afterAll(() => post?.close());
  const running = runConsole(environment);

  async function letterTo(address: string, words = ""): Promise<string> {
    for (let n = 0; n < 150; n += 1) {
      const last = lettersTo(address).findLast((text) => text.includes(words));
      if (last !== undefined) return last;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no letter to ${address}`);
  }
  const lettersTo = (address: string) =>
    post.letters.filter(({ to }) => to.includes(address)).map(({ raw }) => plain(raw));
  const forget = () => {
    post.letters.length = 0;
  };
  return { running, letterTo, lettersTo, forget };
}

const plain = (raw: string) => {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  return body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
};
