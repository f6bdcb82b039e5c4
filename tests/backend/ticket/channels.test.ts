/** On which channels a type is sold: a list of values, known ones, sought one by one. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportPath } from "~/contract/export";
import { ticketType } from "~/contract/ticket/ticket-type";
import { tokenHeader } from "~/contract/wire";
import { typeWhyNot } from "~server/backend/business/ticket/rules/sellable";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, type TestPark } from "~tests/support/park";
import { csv, importing } from "../imports/importing";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(() => backend.close());

const found = async (channels: string) => {
  const { data } = await backend.call(ticketType.methods.list, { filters: { channels }, pageSize: 100 });
  return data.records.map(({ name }) => name);
};
const typeRow = async (id: number) => (await backend.call(ticketType.methods.get, { id })).data.record ?? {};
const save = (values: Record<string, unknown>) => backend.call(ticketType.methods.save, values as never);
const stored = (id: number) => backend.sql("select channels, row_version from ticket_type where id = $1", [id]);

describe("the channels of a ticket type", () => {
  test("are kept as a list, each once, and told in words when they change", async () => {
    const id = await park.addType({ name: "双渠道", channels: ["window", "agency"] });
    expect(await stored(id)).toMatchObject([{ channels: ["window", "agency"] }]);
    const { status: _, ...row } = await typeRow(id);
    expect((await save({ ...row, channels: ["agency", "mobile", "agency"] })).message).toBe("");
    const { data } = await backend.call(ticketType.methods.changes, { id });
    const change = data.changes.flatMap(({ fields }) => fields).find(({ field }) => field === "channels");
    expect(change).toMatchObject({ before: ["window", "agency"], after: ["agency", "mobile"] });
  });

  test.each([
    ["unknown", ["window", "moon"]],
    ["none", []],
    ["a text of several", ["window,internal"]],
    ["no list", "window"],
  ])("%s: refused at the field, and nothing is written", async (_, channels) => {
    const id = await park.addType({ name: "不变", channels: ["window"] });
    const before = await stored(id);
    const { status: __, ...row } = await typeRow(id);
    const reply = await save({ ...row, channels });
    expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, ["channels"]]);
    expect(await stored(id)).toEqual(before);
  });

  test("what no form would let through the database refuses as well", async () => {
    for (const wrong of ["{}", '{""}', "{null}", '{"window,mobile"}'])
      await expect(backend.sql("update ticket_type set channels = $1::text[]", [wrong])).rejects.toThrow(
        "ticket_type_channels_check",
      );
    await expect(backend.sql("update ticket_type set channels = null")).rejects.toThrow("not-null");
  });

  test("one of several is found, in this corp alone, and by the index where rows are many", async () => {
    await park.addType({ name: "只在手机", channels: ["mobile"] });
    await park.addType({ name: "手机和网络", channels: ["network", "mobile"] });
    expect(await found("mobile")).toEqual(expect.arrayContaining(["只在手机", "手机和网络"]));
    expect(await found("selfService")).toEqual([]);
    expect((await found("selfService,network")).includes("手机和网络")).toBe(true);
    const stranger = await backend.createCorp("0002");
    const theirs = await backend.call(ticketType.methods.list, { filters: { channels: "mobile" } }, { as: stranger });
    expect(theirs.data.count).toBe(0);
  });

  test("a file names them in words; one that is unknown is told at its cell", async () => {
    const { methods, checked, run, work } = importing(backend, ticketType.imports);
    expect(methods).toBe(ticketType.imports);
    const [{ code } = { code: "" }] = await backend.sql<{ code: string }>("select code from park where id = $1", [
      park.parkId,
    ]);
    const heading = ["编码", "名称", "票类", "景区", "票面价", "挂牌价", "销售渠道"];
    const line = (name: string, channels: string) => [fresh("I"), name, "单票", code, "1", "1", `"${channels}"`];
    const brought = await checked(
      csv([heading, line("来自文件", "窗口、移动端"), line("不成", "窗口、月亮")]),
      "a.csv",
    );
    expect([brought.good, brought.bad]).toEqual([1, 1]);
    await run(brought.id, "good");
    await work();
    expect(await backend.sql("select channels from ticket_type where name = '来自文件'")).toEqual([
      { channels: ["window", "mobile"] },
    ]);
    const { data } = await backend.call(ticketType.methods.export, {
      format: "csv",
      order: "asc",
      filters: { name: "来自文件" },
    });
    await createWorker({ database: backend.database, kinds: allKinds }).drain();
    const file = await backend.app.request(`${exportPath}?jobId=${data.jobId}`, {
      headers: { [tokenHeader]: backend.admin },
    });
    expect(await file.text()).toContain("窗口、移动端");
  });

  test("nothing is sold on a channel that is not among them, whatever it is called", () => {
    const terms = {
      name: "票",
      status: "onSale",
      parkName: "园",
      parkStatus: "T",
      slots: [],
      entryFrom: null,
      entryTo: null,
    };
    const type = { ...terms, validity: "day", validDays: null, channels: ["window"] };
    const whyNot = (channel: string) =>
      typeWhyNot(type, { channel, visitDay: "2026-12-01", now: new Date("2026-11-30") });
    expect(whyNot("window")).toBe("");
    for (const channel of ["", "wind", "window,mobile", "any", "moon"]) expect(whyNot(channel)).not.toBe("");
  });
});
