/** Bodies that cannot be read, and what every route with an action answers to one. */
import type { WholeConsole } from "./whole-console";

export const multipart = (text: string, boundary = "; boundary=b") => ({
  type: `multipart/form-data${boundary}`,
  body: text,
});
export const part = '--b\r\ncontent-disposition: form-data; name="intent"\r\n\r\nsave\r\n';
const urlencoded = (body: string | Uint8Array, more = "") => ({
  type: `application/x-www-form-urlencoded${more}`,
  body,
});
export const broken: Record<string, { type: string; body: string | Uint8Array; length?: number; status: number }> = {
  "no boundary": { ...multipart(`${part}--b--\r\n`, ""), status: 400 },
  "another boundary": { ...multipart(`${part}--b--\r\n`, "; boundary=other"), status: 400 },
  "cut in the middle": { ...multipart(part.slice(0, 40)), status: 400 },
  "no end": { ...multipart(part), status: 400 },
  "a part without a name": { ...multipart("--b\r\ncontent-type: text/plain\r\n\r\nx\r\n--b--\r\n"), status: 400 },
  "nothing where parts should be": { ...multipart(""), status: 400 },
  "shorter than it says": { ...urlencoded("intent=save"), length: 500, status: 400 },
  "another charset": { ...urlencoded("intent=save", "; charset=utf-16"), status: 415 },
  "no hexadecimal digits": { ...urlencoded("intent=%zz"), status: 400 },
  "half a character": { ...urlencoded("intent=%E8%A5"), status: 400 },
  "bytes of another charset": { ...urlencoded(Uint8Array.from([0x61, 0x3d, 0xc4, 0xe3])), status: 400 },
  "six thousand fields": { ...urlencoded("a=1&".repeat(6_000)), status: 413 },
  JSON: { type: "application/json", body: '{"intent":"save"}', status: 415 },
};

type Broken = (typeof broken)[string];

export function sendBroken(whole: WholeConsole, path: string, { type, body, length }: Broken, accept: string) {
  return whole.ask(path.replaceAll(/:\w+/g, "1"), {
    method: "POST",
    body: body as BodyInit,
    headers: {
      // Who is signed in is led away from the sign-in before anything is read.
      ...(path === "/login" && { cookie: "" }),
      accept,
      "content-type": type,
      ...(length !== undefined && { "content-length": String(length) }),
    },
  });
}

export function routesWithAction({ routes }: WholeConsole): string[] {
  return routes.filter(({ path, module }) => "action" in module && path !== "/goto").map(({ path }) => path);
}

/** What is wrong with the answers of these routes to such a body. */
export async function wrongAnswers(whole: WholeConsole, paths: readonly string[], how: Broken): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of paths) {
    const answer = await sendBroken(whole, path, how, "application/json");
    const text = await answer.text();
    if (answer.status !== how.status) wrong.push(`${path}: ${answer.status} ${text.slice(0, 80)}`);
    if (/\bat .*\.tsx?:\d|node_modules/.test(text)) wrong.push(`${path}: a stack`);
    for (const name of whole.written()) wrong.push(`${path}: ${name}`);
  }
  return wrong;
}
