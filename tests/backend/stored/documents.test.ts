/** Named stored-value cards by every kind of document: kind, country of a passport and number are the person. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uploadPaths } from "~/contract/files";
import { smartCard } from "~/contract/stored/card";
import { sellStoredList, storedListLook } from "~/contract/stored/card-list";
import { storedCounter } from "~/contract/stored/counter";
import { storedSheet } from "~/contract/stored/sheet";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { send } from "../files/uploading";
import { csv } from "../imports/importing";
import { identityOf, openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  typeId = await shop.addType();
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = smartCard;
const sell = async (holder: Record<string, unknown>, type = typeId) =>
  backend.call(methods.sell, {
    ...{ id: (await shop.stock(type)).id, holderName: "Anna Berg", mobile: null, amount: 0, paymentType: "cash" },
    ...holder,
  } as never);
const kept = (id: number) =>
  backend.sql("select holder_name, document, country, identity from stored_card where id = $1", [id]);
const find = async (text: string) =>
  (await backend.call(storedCounter, { find: text })).data.found.map(({ id }) => id).sort((a, b) => a - b);

test("each kind is checked by its own rule and kept in one spelling; a resident's is the usual one", async () => {
  const cases: [Record<string, string>, Record<string, string | null>][] = [
    [{ identity: "K1234567A" }, {}],
    [
      { document: "passport", country: "德国", identity: "c01x00t47" },
      { document: "passport", country: "DEU", identity: "C01X00T47" },
    ],
    [{ document: "passport", identity: "C01X00T48" }, {}],
    [
      { document: "hkMacaoPermit", identity: "h12345678 02" },
      { document: "hkMacaoPermit", country: null, identity: "H12345678" },
    ],
    [
      { document: "taiwanPermit", identity: "12345678" },
      { document: "taiwanPermit", country: null, identity: "12345678" },
    ],
    [{ document: "taiwanPermit", identity: "1234567" }, {}],
    [
      { document: "military", identity: "军字第1234567" },
      { document: "military", country: null, identity: "军字第1234567号" },
    ],
  ];
  for (const [typed, kind] of cases) {
    const reply = await sell(typed);
    if (!("document" in kind)) {
      expect([reply.status, Object.keys(reply.errors ?? {}).length]).toEqual([422, 1]);
      continue;
    }
    expect(reply.message).toBe("");
    expect(await kept(reply.data.id)).toEqual([{ holder_name: "Anna Berg", ...kind }]);
  }
  const resident = identityOf();
  const plain = await sell({ identity: resident });
  expect(await kept(plain.data.id)).toEqual([
    { holder_name: "Anna Berg", document: "resident", country: null, identity: resident },
  ]);
  const nobody = await sell({ document: "passport", country: "DEU", identity: null });
  expect(await kept(nobody.data.id)).toEqual([
    { holder_name: "Anna Berg", document: null, country: null, identity: null },
  ]);
});

test("what is refused says so at its field and writes nothing", async () => {
  const { id } = await shop.stock(typeId);
  const before = await digests(backend);
  const ask = async (typed: Record<string, unknown>) =>
    (
      await backend.call(methods.sell, {
        ...{ id, holderName: "Anna", mobile: null, amount: 10_000, paymentType: "cash", ...typed },
      } as never)
    ).errors;
  expect(await ask({ document: "passport", identity: "C01X00T47" })).toEqual({
    country: ["请填写签发护照的国家或地区，名称或三字母代码均可"],
  });
  expect(await ask({ document: "taiwanPermit", identity: "ABC" })).toEqual({
    identity: [expect.stringContaining("号码")],
  });
  expect(await ask({ document: "library", identity: "12345678" })).toHaveProperty("document");
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("a passport's whole zone says country, number and name", async () => {
  const zone = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C36UTO7408122F1204159ZE184226B<<<<<10";
  const german = zone.replaceAll("UTO", "D<<");
  const reply = await sell({ holderName: null, identity: german });
  expect(reply.message).toBe("");
  expect(await kept(reply.data.id)).toEqual([
    { holder_name: expect.stringMatching(/ERIKSSON/i), document: "passport", country: "DEU", identity: "L898902C3" },
  ]);
  expect(await find(german)).toEqual([reply.data.id]);
});

test("one card a person: the same number of another country or kind is somebody else", async () => {
  const number = "C12345678";
  const german = { document: "passport", country: "DEU", identity: number };
  expect((await sell(german)).message).toBe("");
  const { id } = await shop.stock(typeId);
  const before = await digests(backend);
  const second = await backend.call(methods.sell, {
    ...{ id, holderName: "Anna Berg", ...german, identity: "c 123-45678", mobile: null, amount: 10_000 },
    paymentType: "cash",
  } as never);
  expect([second.status, second.message]).toEqual([409, expect.stringMatching(/^Anna Berg 已有一张“青云储值卡”/)]);
  expect(changed(before, await digests(backend))).toEqual([]);
  const french = await sell({ ...german, country: "FRA" });
  expect(french.message).toBe("");
  expect((await find(number)).length).toBe(2);
  // A replacement is the same person's.
  await backend.call(methods.reportLoss, { id: french.data.id, reason: null } as never);
  const replaced = await backend.call(methods.replace, {
    ...{ id: french.data.id, number: null, paymentType: "cash" },
  } as never);
  expect(replaced.message).toBe("");
  expect((await sell({ ...german, country: "FRA" })).status).toBe(409);
  const [row] = await kept(Number(replaced.data.answer?.cardId));
  expect(row).toMatchObject({ document: "passport", country: "FRA", identity: number });
});

test("two tills sell the same passport a card at once: one does", async () => {
  const ids = [(await shop.stock(typeId)).id, (await shop.stock(typeId)).id];
  const all = await race(backend, 2, (n) =>
    backend.call(methods.sell, {
      ...{ id: ids[n], holderName: "Anna", document: "passport", country: "ITA", identity: "YA1234567" },
      ...{ mobile: null, amount: 0, paymentType: "cash" },
    } as never),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("the counter and the printed card tell the kind and never the whole number", async () => {
  const { data } = await sell({ document: "passport", country: "JPN", identity: "TK1234567" });
  const page = await backend.call(storedCounter, { cardId: data.id });
  expect(page.data.card).toMatchObject({ named: true, document: "护照 日本", identity: "TK*****67" });
  expect((await backend.call(storedSheet, { id: data.id })).data.identity).toBe("TK*****67");
});

test("a company's list has a passport beside a resident, and refuses a second card of the same passport by its cell", async () => {
  const heads = ["姓名", "证件类型", "证件号", "国家"];
  const upload = async (rows: string[][]) => {
    const sent = await send(backend, uploadPaths.temporary, [{ bytes: csv([heads, ...rows]), name: "名单.csv" }], {
      ...{ as: backend.admin, fields: { accept: "file" } },
    });
    return sent.data as unknown as string;
  };
  const path = await upload([
    ["王秀英", "", identityOf(), ""],
    ["Anna", "护照", "PL1234567", "法国"],
    ["Lee", "港澳居民来往内地通行证", "H87654321", ""],
  ]);
  const list = (await backend.call(storedListLook, { cardTypeId: typeId, path })).data.list;
  expect(list).toMatchObject({ problem: "", wrong: 0, people: 3 });
  const sold = await backend.call(sellStoredList, {
    ...{ idempotencyKey: fresh("stored-list-key"), cardTypeId: typeId, path, expected: 0 },
  });
  expect(sold.message).toBe("");
  const rows = await backend.sql(
    "select document, country from stored_card where card_type_id = $1 and status = 'active' order by document",
    [typeId],
  );
  expect(rows).toEqual([
    { document: "hkMacaoPermit", country: null },
    { document: "passport", country: "FRA" },
    { document: "resident", country: null },
  ]);
  const again = await upload([
    ["Anna", "护照", "PL1234567", "FRA"],
    ["Anna", "护照", "PL1234567", "意大利"],
  ]);
  const judged = (await backend.call(storedListLook, { cardTypeId: typeId, path: again })).data.list;
  expect(judged?.rows.map(({ errors }) => errors.map(({ column }) => heads[column]).join())).toEqual(["证件号", ""]);
});

test("the list of cards shows the kind and finds a card by its number", async () => {
  const { data } = await sell({ document: "passport", country: "USA", identity: "512345678" });
  const page = await backend.call(methods.list, { filters: { identity: "512345678" } } as never);
  expect(page.data.records).toMatchObject([{ id: data.id, document: "passport", country: "USA" }]);
});
