/** Foreign files are read in threads of their own, which end at their limits: no upload holds a sale. */
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uploadPaths } from "~/contract/files";
import { describeFiles } from "~/contract/platform/stored-file";
import { NotParsed } from "~server/backend/parsing/not-parsed";
import { ParsePool, usualLimits } from "~server/backend/parsing/parse-pool";
import { Parsers, parsers } from "~server/backend/parsing/parsers";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { xlsx } from "../imports/importing";
import { send, svg } from "./uploading";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "read",
    (error: unknown) => (error instanceof NotParsed ? error.reason : String(error)),
  );
const thread = (text: string) => async () =>
  new Worker(`const { parentPort: port } = require("node:worker_threads"); ${text}`, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
const endless = "port.on('message', () => { for (;;); });";
const limits = { ...usualLimits, workers: 1, time: 500 };

describe("an upload that holds its reader", () => {
  it("an SVG of 180,000 nested groups is refused, and the backend answers meanwhile", async () => {
    const bytes = svg("<g>".repeat(180_000) + "</g>".repeat(180_000));
    const started = performance.now();
    const [reply, other] = await Promise.all([
      send(backend, uploadPaths.image, [{ bytes, name: "a.svg" }]),
      backend.call(describeFiles, { paths: [] }),
    ]);
    expect([reply.status, other.status]).toEqual([422, 200]);
    expect(reply.message).toContain("SVG");
    // It was 27 seconds, for everybody.
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it("a picture of 60,000 by 60,000 pixels, by its head, is refused", async () => {
    const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const size = Buffer.alloc(8);
    size.writeUInt32BE(60_000, 0);
    size.writeUInt32BE(60_000, 4);
    const bytes = Buffer.concat([head, size, Buffer.from("0802000000", "hex"), Buffer.alloc(64)]);
    expect((await send(backend, uploadPaths.image, [{ bytes, name: "a.png" }])).message).toBe("上传失败，请联系管理员");
  });

  it("a parse that never ends is ended, and the next file is read by another thread", async () => {
    const pool = new ParsePool(thread(endless), limits);
    expect(await Promise.all([reasonOf(pool.run({})), reasonOf(pool.run({}))])).toEqual(["time", "time"]);
    await pool.close();
  });

  it("one that eats memory is ended alone", async () => {
    const hungry = "port.on('message', () => { const all = []; for (;;) all.push(new Array(1e4).fill({})); });";
    const pool = new ParsePool(thread(hungry), { ...limits, time: 25_000 });
    expect(await reasonOf(pool.run({}))).toBe("memory");
    await pool.close();
  });

  it("more files than may wait are refused at once", async () => {
    const pool = new ParsePool(thread(endless), { ...limits, waiting: 1 });
    const asked = [pool.run({}), pool.run({}), pool.run({})].map(reasonOf);
    expect(await asked[2]).toBe("busy");
    expect(await Promise.all(asked)).toEqual(["time", "time", "busy"]);
    await pool.close();
  });

  it("a workbook whose reader reaches its limit is refused in words; within it, it is read", async () => {
    const bytes = await xlsx([["a"], ["1"]]);
    expect((await parsers.table(bytes)).rows).toEqual([{ line: 2, cells: ["1"] }]);
    const slow = new Parsers(new ParsePool(thread(endless), limits));
    await expect(slow.table(bytes)).rejects.toMatchObject({ name: "UnreadableFile", reason: "tooMuch" });
    await slow.close();
  });
});
