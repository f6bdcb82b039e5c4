import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gate, gateGroup, pos } from "~/contract/ticket/gate";
import { park as parkResource } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

describe("parks, gates and ticket types", () => {
  it("deleting is refused with what depends named", async () => {
    const removal = await backend.call(parkResource.methods.remove, { id: park.parkId });
    expect(removal.status).toBe(409);
    for (const part of ["3 个票种（如“", "1 个闸机组（如“东门”）", "2 个闸机（如“", "1 个售票终端（如“一号窗口”）"]) {
      expect(removal.message).toContain(part);
    }
    const group = await backend.call(gateGroup.methods.remove, { id: park.gateGroupId });
    expect(group.message).toContain("1 个票种（如“实名票”）");
    const { orderNo } = await park.sell({ posId: park.posId });
    expect((await backend.call(pos.methods.remove, { id: park.posId })).message).toContain(`1 个订单（如 ${orderNo}）`);
    expect((await backend.call(ticketType.methods.remove, { id: park.adultId })).message).toContain("2 张已售的票");
    expect((await backend.call(ticketType.methods.remove, { id: park.childId })).status).toBe(200);
    expect((await backend.call(gate.methods.remove, { id: park.gateId })).status).toBe(200);
  });

  it("a ticket type goes draft → on sale ⇄ suspended → retired, and no other way", async () => {
    const { data } = await backend.call(ticketType.methods.get, { id: park.adultId });
    const { id: _, rowVersion: __, status: ___, ...fields } = data.record ?? {};
    const draft = await backend.call(ticketType.methods.save, { ...fields, code: "NEW", name: "新票" } as never);
    const { id } = draft.data as { id: number };
    const state = async () => (await backend.call(ticketType.methods.get, { id })).data.record?.status;
    const { suspend, resume } = ticketType.methods;
    const say = async (method: typeof ticketType.methods.publish) => (await backend.call(method, { id })).message;
    expect(await state()).toBe("draft");
    expect(await say(suspend)).toBe("只有在售时可以停用，“新票”现在是草稿");
    expect(await say(resume)).toBe("只有停售时可以启用，“新票”现在是草稿");
    expect(await say(ticketType.methods.retire)).toBe("只有在售或停售时可以下架，“新票”现在是草稿");
    expect(await say(ticketType.methods.publish)).toBe("");
    expect(await say(ticketType.methods.publish)).toBe("“新票”已是“在售”");
    expect(await say(suspend)).toBe("");
    expect(await state()).toBe("suspended");
    expect(await say(resume)).toBe("");
    expect(await state()).toBe("onSale");
    expect(await say(ticketType.methods.retire)).toBe("");
    expect(await state()).toBe("retired");
    for (const method of [suspend, resume, ticketType.methods.publish, ticketType.methods.retire]) {
      expect((await backend.call(method, { id })).status).toBe(409);
    }
    const { token } = await backend.createUser({ grants: ["ticketList", "ticketList/ticketType:edit"] });
    expect((await backend.call(ticketType.methods.publish, { id }, { as: token })).status).toBe(403);
    const stranger = await backend.createCorp("0002");
    expect((await backend.call(ticketType.methods.publish, { id: park.adultId }, { as: stranger })).status).toBe(404);
  });

  it("terms that make no sense are refused field by field", async () => {
    const { data } = await backend.call(ticketType.methods.get, { id: park.adultId });
    const { status: _, ...fields } = data.record ?? {};
    const other = await createPark(backend);
    const wrong = { ...fields, slots: "9-12", refundBands: "never" };
    const reply = await backend.call(ticketType.methods.save, wrong as never);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors ?? {}).sort()).toEqual(["refundBands", "slots"]);
    const soon = await backend.call(ticketType.methods.save, { ...fields, entryFrom: "soon" } as never);
    expect(Object.keys(soon.errors ?? {})).toEqual(["entryFrom"]);
    const foreignGate = { ...fields, gateGroupId: other.gateGroupId };
    const gateReply = await backend.call(ticketType.methods.save, foreignGate as never);
    expect(Object.keys(gateReply.errors ?? {})).toEqual(["gateGroupId"]);
    await park.sell();
    const moved = await backend.call(ticketType.methods.save, { ...fields, parkId: other.parkId } as never);
    expect(moved.errors).toEqual({ parkId: ["票种已售出过票，不能更换景区"] });
  });
});
