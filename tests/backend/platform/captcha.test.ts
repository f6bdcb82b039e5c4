/** The slider puzzle, and the cheats that anybody would try. */
import { randomUUID } from "node:crypto";
import md5 from "md5";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { captchaSize, queryImage, verifyImage } from "~/contract/platform/captcha";
import { login } from "~/contract/platform/session";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { sessionHash } from "~tests/support/puzzle";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());
afterEach(() => backend.setNow(null));

/** A browser: its session id, and what it may do. */
function browser(sessionId = randomUUID()) {
  const as = { as: "", sessionId };
  return {
    sessionId,
    query: () => backend.call(queryImage, {}, as),
    verify: async (x: number, more: { y_index?: string; clientAddress?: string; accName?: string } = {}) =>
      backend.call(verifyImage, { x_index: String(x), ...more }, as),
    /** What only the server knows. */
    notch: async () => {
      const [row] = await backend.sql<{ x: number; y: number }>("select x, y from captcha where session_hash = $1", [
        sessionHash(sessionId),
      ]);
      return row ?? { x: -1, y: -1 };
    },
    signIn: (accName: string, password = adminPassword) =>
      backend.call(login, { accName, password: md5(password) }, as),
  };
}

/** An account that needs the puzzle from now on. */
async function puzzled(): Promise<string> {
  const { accName } = await backend.createUser({});
  for (let round = 0; round < 3; round += 1) await browser().signIn(accName, "wrong");
  return accName;
}

describe("3h 7k the picture", () => {
  test("9g is 260 by 160, the piece 40 wide and as high; both are pictures", async () => {
    const { data } = await browser().query();
    expect(data).toMatchObject({ width: 260, height: 160 });
    const sizes = await Promise.all(
      [data.oriImg, data.newImg].map((image) => sharp(Buffer.from(image, "base64")).metadata()),
    );
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [260, 160],
      [captchaSize.piece, 160],
    ]);
  });

  test("2.7 is different every time, and says nowhere where the notch is", async () => {
    const one = browser();
    const seen = new Set<string>();
    const places = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const reply = await one.query();
      seen.add(reply.data.oriImg);
      places.add(JSON.stringify(await one.notch()));
      expect(Object.keys(reply.data).sort()).toEqual(["height", "newImg", "oriImg", "width"]);
    }
    expect(seen.size).toBe(12);
    expect(places.size).toBeGreaterThan(8);
  });

  test("needs a session to hang on", async () => {
    expect((await backend.call(queryImage, {}, { as: "" })).status).toBe(422);
    expect((await backend.call(verifyImage, { x_index: "1" }, { as: "" })).status).toBe(422);
  });
});

describe("4.4a 7l verification", () => {
  test("dragged to the notch within four pixels: verified; five off: not", async () => {
    for (const [off, verified] of [
      [0, true],
      [4, true],
      [-4, true],
      [5, false],
      [-5, false],
    ] as const) {
      const one = browser();
      await one.query();
      const { x } = await one.notch();
      expect((await one.verify(x + off)).data, String(off)).toEqual({ verified });
    }
  });

  test("clicked on: both directions count", async () => {
    for (const [dx, dy, verified] of [
      [10, -10, true],
      [0, 20, false],
      [20, 0, false],
    ] as const) {
      const one = browser();
      await one.query();
      const { x, y } = await one.notch();
      expect((await one.verify(x + dx, { y_index: String(y + dy) })).data).toEqual({ verified });
    }
  });

  test("its pass is good for one sign-in", async () => {
    const accName = await puzzled();
    const one = browser();
    await one.query();
    await one.verify((await one.notch()).x, { accName });
    expect((await one.signIn(accName, "wrong")).status).toBe(409);
    expect((await one.signIn(accName)).status).toBe(428);
  });
});

describe("4.4 the cheats", () => {
  test("skipping it: no picture asked for, or asked for and not solved", async () => {
    const accName = await puzzled();
    const one = browser();
    expect((await one.signIn(accName)).status).toBe(428);
    await one.query();
    expect((await one.signIn(accName)).status).toBe(428);
  });

  test("brute force over x: one try a picture, the right place comes too late", async () => {
    const one = browser();
    await one.query();
    const { x } = await one.notch();
    expect((await one.verify((x + 60) % 220)).data.verified).toBe(false);
    expect((await one.verify(x)).data.verified).toBe(false);
  });

  test("brute force over x by many hands at once: one of them is judged", async () => {
    const one = browser();
    await one.query();
    const { x } = await one.notch();
    const places = [x, ...Array.from({ length: 11 }, (_, nth) => (x + 20 + nth * 15) % 220)].reverse();
    const replies = await Promise.all(places.map((place) => one.verify(place)));
    const [row] = await backend.sql("select state from captcha where session_hash = $1", [sessionHash(one.sessionId)]);
    const verified = replies.filter((reply) => reply.data.verified).length;
    expect(verified).toBe(row?.state === "passed" ? 1 : 0);
    expect(verified).toBeLessThanOrEqual(1);
    expect((await one.verify(x)).data?.verified ?? false).toBe(false);
  });

  test("brute force over pictures: after fifteen wrong ones the session, after sixty the address gets no more", async () => {
    const one = browser();
    for (let round = 0; round < 15; round += 1) {
      await one.query();
      expect((await one.verify(-1)).data.verified).toBe(false);
    }
    expect(await one.query()).toMatchObject({ status: 409, message: "验证失败次数过多，请在 15 分钟后重试" });
    expect((await one.verify(1)).status).toBe(409);
    await backend.sql(
      "insert into sign_in_log (corp_code, acc_name, outcome, ip) select '0001', '', 'puzzle', '203.0.113.77' from generate_series(1, 60)",
    );
    const other = { as: "", sessionId: randomUUID() };
    expect((await backend.call(queryImage, { clientAddress: "203.0.113.77" }, other)).status).toBe(409);
    expect((await backend.call(queryImage, { clientAddress: "203.0.113.78" }, other)).status).toBe(200);
    backend.setNow(new Date(Date.now() + 16 * 60_000));
    expect((await one.query()).status).toBe(200);
  });

  test("another session's picture, or its pass, is worth nothing here", async () => {
    const accName = await puzzled();
    const [mine, theirs] = [browser(), browser()];
    await theirs.query();
    const { x } = await theirs.notch();
    expect((await mine.verify(x)).data.verified).toBe(false);
    expect((await theirs.verify(x, { accName })).data.verified).toBe(true);
    expect((await mine.signIn(accName)).status).toBe(428);
    expect((await theirs.signIn(accName)).success).toBe(true);
  });

  test("replay: the same answer again, and one pass for two sign-ins at once", async () => {
    const accName = await puzzled();
    const one = browser();
    await one.query();
    const { x } = await one.notch();
    expect((await one.verify(x, { accName })).data.verified).toBe(true);
    expect((await one.verify(x, { accName })).data.verified).toBe(false);
    const replies = await Promise.all([one.signIn(accName, "wrong"), one.signIn(accName, "wrong")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([409, 428]);
  });

  test("a pass solved for one account name is worth nothing for another", async () => {
    const [accName, other] = [await puzzled(), await puzzled()];
    const one = browser();
    await one.query();
    expect((await one.verify((await one.notch()).x, { accName: other })).data.verified).toBe(true);
    expect((await one.signIn(accName)).status).toBe(428);
    expect((await one.signIn(other.toUpperCase())).success).toBe(true);
  });

  test("a new picture takes away the pass of the one before", async () => {
    const accName = await puzzled();
    const one = browser();
    await one.query();
    await one.verify((await one.notch()).x, { accName });
    await one.query();
    expect((await one.signIn(accName)).status).toBe(428);
  });

  test("too late: a picture is good for two minutes, and so is its pass", async () => {
    const accName = await puzzled();
    const start = Date.now();
    const [slow, later] = [browser(), browser()];
    await slow.query();
    await later.query();
    await later.verify((await later.notch()).x, { accName });
    backend.setNow(new Date(start + 2 * 60_000 + 1_000));
    expect((await slow.verify((await slow.notch()).x)).data.verified).toBe(false);
    expect((await later.signIn(accName)).status).toBe(428);
  });

  test("nonsense for a place is refused and uses nothing up", async () => {
    const one = browser();
    await one.query();
    const { x } = await one.notch();
    for (const nonsense of ["", "NaN", "1e9", "0x10", "1;2", "Infinity"]) {
      const reply = await backend.call(verifyImage, { x_index: nonsense }, { as: "", sessionId: one.sessionId });
      expect(reply.status, nonsense).toBe(422);
    }
    expect((await one.verify(x)).data.verified).toBe(true);
  });
});
