/** How a tenant looks: who sets it, which pictures may be its logo, and that one of two who set it at once is refused. */
import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadPaths } from "~/contract/files";
import { brandGet, brandSave } from "~/contract/platform/brand";
import { getSysInfo } from "~/contract/platform/parameter";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race } from "~tests/support/race";
import { fetched, picture, send } from "../files/uploading";

let backend: TestBackend;
let stranger: string;
let looker: string;
beforeAll(async () => {
  backend = await openTestBackend();
  stranger = await backend.createCorp("0002");
  looker = (await backend.createUser({ grants: ["brand"] })).token;
});
afterAll(() => backend.close());

const now = async (as?: string) => (await backend.call(brandGet, {}, as ? { as } : {})).data;
const look = { sysName: "云山票务", logoImg: "", signInImg: "", brandColor: "#7048e8" };
const save = async (more: object = {}, as?: string) =>
  backend.call(brandSave, { ...look, version: (await now(as)).version, ...more }, as ? { as } : {});
const logo = async (path: string = uploadPaths.public, as = backend.admin) =>
  (await send(backend, path, [{ bytes: await picture("png"), name: "logo.png" }], { as })).data;
const stateOf = async (path: string) =>
  (await backend.sql<{ state: string }>("select state from stored_file where path = $1", [path]))[0]?.state;

test("name, colour and logo are the tenant's own, and seen before sign-in; a logo that another replaces goes", async () => {
  const first = await logo();
  expect((await save({ logoImg: first })).status).toBe(200);
  const info = (await backend.call(getSysInfo, {}, { as: "" })).data;
  expect(info).toMatchObject({ sysName: "云山票务", brandColor: "#7048e8", logoImg: first });
  expect((await fetched(backend, `${first}?thumb=1`, "")).status).toBe(200);
  expect((await backend.call(getSysInfo, {}, { as: "", corpCode: "0002" })).data).toMatchObject({ brandColor: "" });
  expect(await stateOf(first)).toBe("kept");
  const second = await logo();
  await save({ logoImg: second });
  expect([await stateOf(first), await stateOf(second)]).toEqual(["temporary", "kept"]);
  await save({ sysName: "", brandColor: "" });
  expect([await stateOf(second), (await now()).brandColor]).toEqual(["temporary", ""]);
  const [told] = await backend.sql<{ text: string }>(
    "select before::text || after::text as text from audit_log where method = 'brandSave' order by id desc limit 1",
  );
  expect(told?.text).toContain("#7048e8");
});

test("a pale colour, one that is none, a private picture and another tenant's are refused, and nothing is written", async () => {
  const before = await now();
  const foreign = await logo(uploadPaths.public, stranger);
  const refused = [
    [{ brandColor: "#ffcc00" }, "brandColor"],
    [{ brandColor: "red" }, "brandColor"],
    [{ sysName: "长".repeat(31) }, "sysName"],
    [{ logoImg: await logo(uploadPaths.image) }, "logoImg"],
    [{ logoImg: foreign }, "logoImg"],
    [{ logoImg: foreign.replace("/0002/", "/0001/") }, "logoImg"],
    [{ signInImg: foreign }, "signInImg"],
    [{ signInImg: await logo(uploadPaths.image) }, "signInImg"],
    [{ signInImg: "javascript:alert(1)" }, "signInImg"],
    [{ logoImg: "https://cdn.example/x.png" }, "logoImg"],
    [{ logoImg: "/img/0001/../../index" }, "logoImg"],
  ] as const;
  for (const [more, field] of refused) {
    const reply = await save(more);
    expect([reply.status, Object.keys(reply.errors ?? {})], JSON.stringify(more)).toEqual([422, [field]]);
  }
  expect((await save({ brandColor: "#ffcc00" })).errors?.brandColor?.[0]).toMatch(/1\.\d:1.*#[0-9a-f]{6}/);
  expect(await now()).toEqual(before);
});

test("who may only look sees it and sets nothing; another tenant sets its own", async () => {
  expect((await save({}, looker)).status).toBe(403);
  const nobody = (await backend.createUser({ grants: ["paramList"] })).token;
  expect((await backend.call(brandGet, {}, { as: nobody })).status).toBe(403);
  const before = await now();
  expect((await save({ sysName: "海城" }, stranger)).status).toBe(200);
  expect([(await now(stranger)).sysName, await now()]).toEqual(["海城", before]);
});

test("of several at the same moment one is saved; the others are told", async () => {
  const { version } = await now();
  const replies = await race(backend, 6, (nth) => backend.call(brandSave, { ...look, sysName: `第${nth}`, version }));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect((await now()).version).toBe(version + 1);
  expect((await save({ version: version - 1 })).status).toBe(409);
});

test("a logo whose form is refused is held by nothing, and is swept a day later", async () => {
  const { data } = await send(backend, uploadPaths.public, [{ bytes: await picture("png"), name: "logo.png" }], {
    fields: { temporary: "T" },
  });
  expect((await save({ logoImg: data, brandColor: "#ffcc00" })).status).toBe(422);
  expect(await stateOf(data)).toBe("temporary");
  expect((await save({ logoImg: data })).status).toBe(200);
  expect(await stateOf(data)).toBe("kept");
});

test("a sign-in picture is seen before sign-in, made anew and at most 150 KB; above it is refused and nothing is written", async () => {
  const fits = await logo();
  expect((await save({ signInImg: fits })).status).toBe(200);
  expect((await backend.call(getSysInfo, {}, { as: "" })).data?.signInImg).toBe(fits);
  expect((await fetched(backend, fits, "")).headers.get("cache-control")).toContain("immutable");
  const noise = sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } });
  const bytes = await noise.jpeg({ quality: 40 }).toBuffer();
  const { data: large } = await send(backend, uploadPaths.public, [{ bytes, name: "noise.jpg" }], {
    fields: { isCompress: "T", temporary: "T" },
  });
  const refused = await save({ signInImg: large, sysName: "不写" });
  expect([refused.status, refused.errors?.signInImg?.[0]]).toEqual([
    422,
    expect.stringMatching(/\d{3} KB，最多 150 KB/),
  ]);
  expect(await now()).toMatchObject({ signInImg: fits, sysName: look.sysName });
  expect([await stateOf(fits), await stateOf(large)]).toEqual(["kept", "temporary"]);
  await save({ signInImg: "" });
  expect(await stateOf(fits)).toBe("temporary");
});
