/** What fields ask of one another, choices and uniqueness: the backend has the last word, whatever a form sent. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gate } from "~/contract/ticket/gate";
import { park } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let made: TestPark;
beforeEach(async () => {
  backend = await openTestBackend();
  made = await createPark(backend);
});
afterEach(() => backend.close());

const season = { days: "2026-03-01~2026-10-31", opens: "08:00", closes: "18:00" };
const save = (resource: { methods: { save: typeof park.methods.save } }, payload: object) =>
  backend.call(resource.methods.save, payload as never);

async function terms() {
  const {
    status: _,
    rowVersion: __,
    ...fields
  } = (await backend.call(ticketType.methods.get, { id: made.adultId })).data.record as Record<string, unknown>;
  return fields;
}

describe("dependent fields", () => {
  it("what is not part of the form is emptied; what another's value asks for is asked for", async () => {
    const given = await terms();
    const kept = await save(ticketType, { ...given, validity: "day", validDays: 30 });
    expect(kept.status).toBe(200);
    expect((await terms()).validDays).toBeNull();
    const missing = await save(ticketType, { ...given, validity: "days", validDays: null });
    expect(missing).toMatchObject({ status: 422, errors: { validDays: ["请输入有效天数"] } });
    expect((await save(ticketType, { ...given, validity: "days", validDays: 3 })).status).toBe(200);
  });
});

describe("groups", () => {
  it("are kept whole, changed whole, and each row is checked", async () => {
    const reply = await save(park, { code: "S1", name: "四季", seasons: [season] });
    const { id } = reply.data as { id: number };
    const seasons = async () => (await backend.call(park.methods.get, { id })).data.record?.seasons;
    expect(await seasons()).toEqual([season]);
    expect((await save(park, { id, code: "S1", name: "四季" })).status).toBe(200);
    expect(await seasons()).toEqual([]);
    const wrong = await save(park, { code: "S2", name: "四季", seasons: [{ ...season, opens: "8" }] });
    expect(wrong.errors).toEqual({ "seasons.0.opens": ["请输入正确的时间"] });
    const late = await save(park, { code: "S2", name: "四季", seasons: [{ ...season, closes: "07:00" }] });
    expect(late.errors).toEqual({ seasons: ["闭园时间必须晚于开园时间"] });
  });
});

describe("uniqueness", () => {
  it("is the server's to know, whatever the case of letters, and only within the corp", async () => {
    await save(park, { code: "Unique", name: "一" });
    const again = await save(park, { code: "uNIQUE", name: "二" });
    expect(again).toMatchObject({ status: 422, errors: { code: ["编码 uNIQUE 已被使用"] } });
    const stranger = await backend.createCorp("0002");
    const theirs = await backend.call(park.methods.save, { code: "Unique", name: "一" } as never, { as: stranger });
    expect(theirs.status).toBe(200);
  });

  it("two at once with one code: one is made", async () => {
    const made = await Promise.all([1, 2].map(() => save(park, { code: "RACE", name: "同时" })));
    expect(made.map(({ status }) => status).sort((a, b) => a - b)[0]).toBe(200);
    expect(await backend.sql("select id from park where code = 'RACE'")).toHaveLength(1);
  });

  it("a code of digits is a text like any other", async () => {
    expect((await save(park, { code: "123", name: "456" })).status).toBe(200);
    expect(await backend.sql("select name from park where code = '123'")).toEqual([{ name: "456" }]);
  });
});

describe("choices", () => {
  it("are searched by name or code, page by page, for who has the function", async () => {
    for (let n = 10; n < 22; n += 1) await save(park, { code: `X${n}`, name: `湖区 ${n}` });
    const search = (asked: object, as?: string) =>
      backend.call(gate.methods.options, { field: "parkId", ...asked } as never, as === undefined ? {} : { as });
    const first = (await search({ q: "湖区" })).data;
    const second = (await search({ q: "湖区", pageNo: 2 })).data;
    expect([first.options.length, first.more, second.options.length, second.more]).toEqual([10, true, 2, false]);
    expect((await search({ q: "x15" })).data.options.map(({ label }) => label)).toEqual(["湖区 15"]);
    expect((await search({ q: "%" })).data.options).toEqual([]);
    expect((await search({ field: "name" })).status).toBe(422);
    const stranger = await backend.createCorp("0002");
    expect((await search({ q: "湖区" }, stranger)).data.options).toEqual([]);
    const nobody = await backend.createUser({ grants: ["tktPos"] });
    expect((await search({ q: "湖区" }, nobody.token)).status).toBe(403);
  });
});
