/** Stored files through the console: with the visitor's token, and with nothing of the other side but what is ours to say. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Seal } from "~server/console/cookies";
import { storedFiles } from "~server/console/stored-files";
import { sessionCookie } from "~server/console/visit";
import { secrets } from "./edge-support";

const seal = new Seal(secrets);
const cookie = `${sessionCookie}=${seal.close(sessionCookie, { s: "s-1", t: "t-1", c: "0001", u: 5 })}`;
let server: Server;
let app: Hono;
const seen: { path: string; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ path: request.url ?? "", headers: request.headers });
    const status = Number(/status=(\d+)/.exec(request.url ?? "")?.[1] ?? 200);
    response.writeHead(status, {
      "content-type": "image/png",
      "content-security-policy": "sandbox",
      "set-cookie": "theirs=1",
      "x-powered-by": "something",
      "cache-control": "private, max-age=60",
    });
    response.end("bytes");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  app = new Hono();
  storedFiles(app, { dispatch: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, seal });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

describe("stored files", () => {
  test("9u 7ai are served under images, img and media; downloads under theirs, with the visitor's token", async () => {
    const paths = [
      "/images/0001/a.png",
      "/img/0001/a.png",
      "/media/0001/a.mp3",
      "/files/0001/a.pdf?expires=1&signature=x",
    ];
    const downloads = ["download", "downloadTemplate", "downloadSki"].map(
      (name) => `/api/manage/files/${name}?filePath=x`,
    );
    seen.length = 0;
    for (const path of [...paths, ...downloads]) expect((await get(path, { cookie })).status).toBe(200);
    expect(seen.map(({ path }) => path)).toEqual([...paths, ...downloads]);
    expect(seen.map(({ headers }) => headers["access-token"])).toEqual(Array(7).fill("t-1"));
    expect(seen[0]?.headers.cookie).toBeUndefined();
  });

  test("keep their own policy; of the other side's headers no more than is needed", async () => {
    const { headers } = await get("/images/0001/a.png", { cookie });
    expect(headers.get("content-security-policy")).toBe("sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect([headers.get("set-cookie"), headers.get("x-powered-by")]).toEqual([null, null]);
  });

  test("a range is asked on; nobody's visit carries no token", async () => {
    seen.length = 0;
    await get("/media/0001/a.mp3", { range: "bytes=3-5" });
    expect([seen[0]?.headers.range, seen[0]?.headers["access-token"]]).toEqual(["bytes=3-5", undefined]);
  });

  test("4.2.6 signed out: a page leads to /login and back, a picture is just not there", async () => {
    const page = await get("/files/0001/a.pdf?status=401", { "sec-fetch-dest": "document" });
    expect([page.status, page.headers.get("location")]).toEqual([
      302,
      "/login?redirect=%2Ffiles%2F0001%2Fa.pdf%3Fstatus%3D401",
    ]);
    expect((await get("/images/0001/a.png?status=401")).status).toBe(401);
    expect((await get("/images/0001/a.png?status=404")).status).toBe(404);
    expect((await get("/images/0001/a.png?status=500")).status).toBe(404);
  });

  test("no way round: a path that climbs is not another address", async () => {
    seen.length = 0;
    await get("/images/../platform/dispatch", { cookie });
    await get("/images/..%2f..%2fplatform/dispatch", { cookie });
    expect(seen.filter(({ path }) => !path.startsWith("/images/"))).toEqual([]);
  });
});
