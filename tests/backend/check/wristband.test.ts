/** Wristbands stand for tickets at gates: one ticket at a time, from the moment they are handed out until they are taken back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkTicket, uploadPassages } from "~/contract/ticket/check";
import { gate } from "~/contract/ticket/gate";
import { deviceBegin, devicePackage } from "~/contract/ticket/gate-device";
import { recognise } from "~/contract/ticket/gate-rules/code";
import { bindWristbands, wristband, wristbandDesk } from "~/contract/ticket/wristband";
import type { DeviceStore } from "~/gate-device/device-store";
import { wornHere } from "~/gate-device/tickets-here";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, fresh, friday, type TestPark } from "~tests/support/park";
import { raceIsReal, raceToInsert } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

let serial = 0;
/** As readers of wristbands give it: hexadecimal, sometimes in groups. */
const band = () => {
  serial += 1;
  return `04A2${process.pid.toString(16)}${serial.toString(16).padStart(4, "0")}B5`.toUpperCase();
};

async function soldTickets(quantity = 1, ticketTypeId = park.adultId) {
  const { orderId, orderNo } = await park.sell({ lines: [{ ticketTypeId, quantity }] });
  const rows = await backend.sql<{ id: string; ticket_no: string }>(
    "select id, ticket_no from ticket where order_id = $1 order by id",
    [orderId],
  );
  return { orderId, orderNo, tickets: rows.map(({ id, ticket_no }) => ({ id: Number(id), ticketNo: ticket_no })) };
}
const idOf = (tickets: { id: number }[], place = 0) => tickets[place]?.id ?? 0;

const bind = (codes: { ticketId: number; code: string }[], as = backend.admin, key = fresh("bind-key-0001")) =>
  backend.call(bindWristbands, { codes, idempotencyKey: key }, { as });

const check = async (code: string, more: object = {}) =>
  (await backend.call(checkTicket, { gateId: park.gateId, code, idempotencyKey: fresh("check-key"), ...more })).data;
const bandOf = async (code: string) => {
  const { data } = await backend.call(wristband.methods.list, { filters: { code } });
  return data.records[0];
};
const command = async (name: "giveBack" | "lose", code: string) =>
  backend.call(wristband.methods[name], { id: Number((await bandOf(code))?.id ?? 0) });

describe("at a gate", () => {
  test("a band admits as its ticket does, once, and is taken back", async () => {
    const { tickets } = await soldTickets();
    const code = band();
    expect((await check(code)).reason).toBe("unknown");
    expect(
      (await bind([{ ticketId: idOf(tickets), code: `${code.slice(0, 6)} ${code.slice(6).toLowerCase()}` }])).data,
    ).toEqual({
      bound: 1,
    });
    const passed = await check(code);
    expect([passed.admitted, passed.passed, passed.ticket?.ticketNo]).toEqual([true, 1, tickets[0]?.ticketNo]);
    expect((await check(code)).reason).toBe("alreadyUsed");
    // What was scanned is not kept readable: a band is as good as its ticket.
    const [kept] = await backend.sql("select code from passage order by id desc limit 1");
    expect(String(kept?.code)).not.toContain(code);
    expect((await command("giveBack", code)).success).toBe(true);
    expect((await check(code)).reason).toBe("unknown");
  });

  test("each band of a family ticket admits one", async () => {
    const family = await park.addType({ name: "家庭票", admissions: 3 });
    const { tickets } = await soldTickets(1, family);
    const bands = [band(), band(), band()];
    expect((await bind(bands.map((code) => ({ ticketId: idOf(tickets), code })))).data.bound).toBe(3);
    for (const code of bands) expect((await check(code)).passed).toBe(1);
    expect((await check(bands[0] ?? "")).admitted).toBe(false);
    const more = await bind([{ ticketId: idOf(tickets), code: band() }]);
    expect(more.errors?.["codes.0"]).toEqual(["此票已用完或已退改，不能发放手环"]);
  });

  test("one that was reported lost opens nothing from that second on, and the ticket has another", async () => {
    const { tickets } = await soldTickets();
    const [lost, next] = [band(), band()];
    await bind([{ ticketId: idOf(tickets), code: lost }]);
    const full = await bind([{ ticketId: idOf(tickets), code: next }]);
    expect(full.errors?.["codes.0"]).toEqual(["已发放 1 个手环，与可入园次数相同"]);
    await command("lose", lost);
    expect((await bind([{ ticketId: idOf(tickets), code: next }])).success).toBe(true);
    expect((await check(lost)).admitted).toBe(false);
    expect((await check(next)).admitted).toBe(true);
  });

  test("a number that looks like a document's stands for the ticket that it was handed out for", async () => {
    const { tickets } = await soldTickets();
    const code = `E${String(30_000_000 + serial + process.pid).slice(-8)}`;
    await bind([{ ticketId: idOf(tickets), code }]);
    expect((await check(code)).admitted).toBe(true);
  });

  test("the band of a refunded ticket says so", async () => {
    const { tickets } = await soldTickets();
    const code = band();
    await bind([{ ticketId: idOf(tickets), code }]);
    await backend.sql("update ticket set state = 'refunded' where id = $1", [idOf(tickets)]);
    expect((await check(code)).reason).toBe("refunded");
  });

  test("without a line a passage counts for the ticket that the band stood for then", async () => {
    const { tickets } = await soldTickets(2);
    const code = band();
    await bind([{ ticketId: idOf(tickets), code }]);
    backend.setNow(new Date(friday.getTime() + 3_600_000));
    await command("giveBack", code);
    backend.setNow(new Date(friday.getTime() + 2 * 3_600_000));
    await bind([{ ticketId: idOf(tickets, 1), code }]);
    const [gate] = await backend.sql<{ code: string }>("select code from gate where id = $1", [park.gateId]);
    const at = (minutes: number) => new Date(friday.getTime() + minutes * 60_000).toISOString();
    const one = (minutes: number) => ({
      ...{ passageKey: fresh("band-key-0001"), gateCode: gate?.code ?? "", code, at: at(minutes), admitted: true },
    });
    const { data } = await backend.call(uploadPassages, { passages: [one(30), one(90), one(125)] });
    expect([data.accepted, data.conflicts.map(({ reason }) => reason)]).toEqual([2, ["unknown"]]);
    const used = await backend.sql("select used from ticket where id = any ($1) order by id", [
      tickets.map(({ id }) => id),
    ]);
    expect(used.map((row) => row.used)).toEqual([1, 1]);
  });
});

test.runIf(raceIsReal)("a loss that is reported while a gate reads comes before the passage or after it", async () => {
  const { tickets } = await soldTickets();
  const code = band();
  await bind([{ ticketId: idOf(tickets), code }]);
  const id = Number((await bandOf(code))?.id);
  const connection = await backend.database.pool.connect();
  try {
    // The loss is under way: the gate waits for it, and refuses.
    await connection.query("begin");
    await connection.query("update wristband set state = 'lost', ended_at = $2, ended_by = '' where id = $1", [
      id,
      friday,
    ]);
    const reading = check(code);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await connection.query("commit");
    expect((await reading).admitted).toBe(false);
  } finally {
    connection.release();
  }
});

test("a device's package has the bands of its tickets, and what changes of them since", async () => {
  const { tickets } = await soldTickets();
  const code = band();
  const begun = await backend.call(deviceBegin, {}, { as: "" });
  const asked = {
    id: park.gateId,
    idempotencyKey: fresh("pair-key-0001"),
    pairingCode: begun.data.code,
    calledAs: "手持机",
  };
  expect((await backend.call(gate.methods.pair, asked as never)).status).toBe(200);
  const { token } = begun.data;
  const packed = async (more: object = {}) =>
    (await backend.call(devicePackage, { token, day: "2026-11-20", ...more }, { as: "" })).data;
  const before = await packed();
  const store = (found: typeof before): DeviceStore =>
    ({
      ticketsBy: async (_: string, hash: string) => found.tickets.filter(({ codes }) => codes.includes(hash)),
    }) as never;
  const here = (found: typeof before) => wornHere(store(found), recognise(code), { salt: found.salt, passages: [] });
  expect(await here(before)).toEqual([]);
  backend.setNow(new Date(friday.getTime() + 600_000));
  await bind([{ ticketId: idOf(tickets), code }]);
  const since = await packed({ since: before.at });
  expect((await here(since)).map(({ ticketNo }) => ticketNo)).toEqual([tickets[0]?.ticketNo]);
  // Nothing else in the package says the code.
  expect(JSON.stringify(since)).not.toContain(code);
  await command("giveBack", code);
  expect(await here(await packed())).toEqual([]);
});

describe("handing out", () => {
  test("an order's tickets are shown with their bands, by ticket, order, or a band itself", async () => {
    const { orderNo, tickets } = await soldTickets(2);
    const code = band();
    await bind([{ ticketId: idOf(tickets), code }]);
    for (const of of [orderNo, orderNo.toLowerCase()]) {
      const { data } = await backend.call(wristbandDesk, { of });
      expect(data.tickets.map(({ room, bands, whyNot }) => [room, bands.length, whyNot])).toEqual([
        [0, 1, "已发放 1 个手环，与可入园次数相同"],
        [1, 0, ""],
      ]);
    }
    const byBand = await backend.call(wristbandDesk, { of: code });
    expect(byBand.data.tickets.map(({ ticketNo }) => ticketNo)).toEqual([tickets[0]?.ticketNo]);
    const nothing = await backend.call(wristbandDesk, { of: "无此票" });
    expect([nothing.status, Object.keys(nothing.errors ?? {})]).toEqual([422, ["of"]]);
  });

  test("all or none, each refusal beside its band; what is refused writes nothing", async () => {
    const { tickets } = await soldTickets(3);
    const taken = band();
    await bind([{ ticketId: idOf(tickets), code: taken }]);
    const before = await digests(backend);
    const twice = band();
    const refused = await bind([
      { ticketId: idOf(tickets, 1), code: taken },
      { ticketId: idOf(tickets, 1), code: tickets[2]?.ticketNo ?? "" },
      { ticketId: idOf(tickets, 1), code: "12" },
      { ticketId: idOf(tickets, 1), code: twice },
      { ticketId: idOf(tickets, 2), code: twice },
    ]);
    expect([refused.status, refused.errors]).toEqual([
      422,
      {
        "codes.0": [`此手环正用于 ${tickets[0]?.ticketNo}，请先收回`],
        "codes.1": ["这是票码或订单号，请扫描手环"],
        "codes.2": ["手环码至少 4 位"],
        "codes.4": ["同一手环填了两次"],
      },
    ]);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("one that nobody took back goes on once its ticket is over", async () => {
    const yesterday = await soldTickets();
    const code = band();
    await bind([{ ticketId: idOf(yesterday.tickets), code }]);
    backend.setNow(new Date(friday.getTime() + 24 * 3_600_000));
    const today = await park.sell({ visitDay: "2026-11-21", lines: [{ ticketTypeId: park.adultId, quantity: 1 }] });
    const [row] = await backend.sql<{ id: string }>("select id from ticket where order_id = $1", [today.orderId]);
    expect((await bind([{ ticketId: Number(row?.id), code }])).success).toBe(true);
    const states = await backend.sql("select state from wristband where code = $1 order by id", [code]);
    expect(states.map(({ state }) => state)).toEqual(["returned", "bound"]);
  });

  test("pressed twice is once; one band at six desks at once is one ticket's", async () => {
    const { tickets } = await soldTickets(6);
    const [pressed, sought] = [band(), band()];
    const key = fresh("bind-key-0002");
    for (let press = 0; press < 2; press += 1)
      expect((await bind([{ ticketId: idOf(tickets), code: pressed }], backend.admin, key)).data).toEqual({ bound: 1 });
    const all = await raceToInsert(backend, "wristband", 5, (desk) =>
      bind([{ ticketId: idOf(tickets, desk + 1), code: sought }]),
    );
    // Who comes when the first is done sees that the band is taken; who comes meanwhile is told that somebody was quicker.
    const late = raceIsReal ? 409 : 422;
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, late, late, late, late]);
    const rows = await backend.sql("select code from wristband where code = any ($1)", [[pressed, sought]]);
    expect(rows).toHaveLength(2);
  });

  test.runIf(raceIsReal)("control: without the index one band is two tickets' at once", async () => {
    const usual = { backend, park };
    backend = await openTestBackend();
    park = await createPark(backend);
    const { tickets } = await soldTickets(2);
    await backend.sql("drop index wristband_bound");
    const code = band();
    const all = await raceToInsert(backend, "wristband", 2, (desk) => bind([{ ticketId: idOf(tickets, desk), code }]));
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    await backend.close();
    ({ backend, park } = usual);
  });

  test("another tenant, another park and a role without the right find and write nothing", async () => {
    const { tickets, orderNo } = await soldTickets();
    const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const near = await createPark(backend);
    const bound = await backend.createUser({
      grants: ["wristbandList", "wristbandList/wristband:bind"],
      parks: [near.parkId],
    });
    const without = await backend.createUser({ grants: ["wristbandList"] });
    const before = await digests(backend);
    const code = band();
    expect((await bind([{ ticketId: idOf(tickets), code }], tenant)).status).toBe(404);
    expect((await bind([{ ticketId: idOf(tickets), code }], bound.token)).status).toBe(404);
    expect((await bind([{ ticketId: idOf(tickets), code }], without.token)).status).toBe(403);
    expect((await backend.call(wristbandDesk, { of: orderNo }, { as: bound.token })).status).toBe(422);
    expect(changed(before, await digests(backend)).filter((table) => table !== "audit_log")).toEqual([]);
  });
});
