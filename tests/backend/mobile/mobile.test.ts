/** The mobile platform: its settings hold for applications of its channel, and are told to them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uploadPaths } from "~/contract/files";
import { mobileBanner, mobileConfiguration, mobileSetting } from "~/contract/mobile/setting";
import { openMobile } from "~/contract/open/operations";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { fresh, friday, today } from "~tests/support/park";
import { picture, send } from "../files/uploading";
import { ask, createPartner, orderOf, type Partner } from "../open/partner";
import { type ChangePark, createChangePark, later, tomorrow } from "../ticket/changing";

let backend: TestBackend;
let park: ChangePark;
let mobile: Partner;
let network: Partner;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createChangePark(backend, { channels: ["window", "mobile", "network"] });
  mobile = await createPartner(backend, { channel: "mobile", holdMinutes: 60 });
  network = await createPartner(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  await backend.sql("delete from mobile_setting");
  await backend.sql("delete from mobile_banner");
});
afterAll(() => backend.close());

const set = (fields: object = {}, as = backend.admin) =>
  backend.call(mobileSetting.methods.save, { name: "青云山", ...fields } as never, { as });
const order = (partner: Partner, day: string, bent: object = {}) =>
  ask(backend, partner, "POST", "/orders", orderOf(park.typeId, day), bent);
const whyNot = async (partner: Partner, day: string) => {
  const { data } = await ask(backend, partner, "GET", `/products?visitDay=${day}`);
  const { products } = data as { products: { ticketTypeId: number; whyNot: string }[] };
  return products.find(({ ticketTypeId }) => ticketTypeId === park.typeId)?.whyNot;
};
const told = async (partner = mobile) => openMobile.parse((await ask(backend, partner, "GET", "/mobile")).data);

describe("what is set holds for the mobile channel", () => {
  test("days beyond the booking window are told and refused; other channels go on", async () => {
    await set({ bookingDays: 1 });
    expect(await whyNot(mobile, tomorrow)).toBe("");
    expect((await order(mobile, tomorrow)).status).toBe(200);
    const sentence = `移动端最多可提前 1 天预订（至 ${tomorrow}）`;
    expect(await whyNot(mobile, later)).toBe(sentence);
    const before = await digests(backend);
    const refused = await order(mobile, later);
    expect([refused.status, refused.message]).toEqual([409, sentence]);
    expect(changed(before, await digests(backend)).filter((table) => !/^(open_nonce|access_app)/.test(table))).toEqual(
      [],
    );
    expect(await whyNot(network, later)).toBe("");
    expect((await order(network, later)).status).toBe(200);
  });

  test("nothing is sold outside the hours, from the minute at which they end", async () => {
    await set({ saleFrom: "09:00", saleTo: "10:30" });
    expect((await order(mobile, today)).status).toBe(200);
    const at = new Date(friday.getTime() + 30 * 60_000);
    backend.setNow(at);
    const refused = await order(mobile, today, { at });
    expect([refused.status, refused.message]).toEqual([409, "移动端售票时间为 09:00–10:30"]);
    const last = new Date(at.getTime() - 1_000);
    backend.setNow(last);
    expect((await order(mobile, today, { at: last })).status).toBe(200);
  });

  test("what was placed in time is told again and paid at any hour", async () => {
    await set({ saleFrom: "09:00", saleTo: "10:30" });
    const asked = orderOf(park.typeId, today);
    const placed = await ask(backend, mobile, "POST", "/orders", asked);
    const at = new Date(friday.getTime() + 40 * 60_000);
    backend.setNow(at);
    const again = await ask(backend, mobile, "POST", "/orders", asked, { at });
    expect([again.status, again.data.orderNo]).toEqual([200, placed.data.orderNo]);
    const paid = await ask(
      ...([
        backend,
        mobile,
        "POST",
        `/orders/${asked.outerNo}/pay`,
        { payNo: fresh("P"), amount: 10_000 },
        { at },
      ] as const),
    );
    expect([paid.status, paid.data.state]).toEqual([200, "paid"]);
  });

  test("a ticket does not move beyond the window either", async () => {
    await set({ bookingDays: 1 });
    const asked = orderOf(park.typeId, today);
    await ask(backend, mobile, "POST", "/orders", asked);
    const { data } = await ask(backend, mobile, "POST", `/orders/${asked.outerNo}/pay`, {
      ...{ payNo: fresh("P"), amount: 10_000 },
    });
    const ticketNos = (data.tickets as { ticketNo: string }[]).map(({ ticketNo }) => ticketNo);
    const move = (toDay: string) =>
      ask(backend, mobile, "POST", `/orders/${asked.outerNo}/change`, { outerChangeNo: fresh("C"), ticketNos, toDay });
    expect((await move(later)).status).toBe(409);
    expect((await move(tomorrow)).status).toBe(200);
  });

  test("the rules of the ticket type hold beside it: the narrower decides", async () => {
    await set({ bookingDays: 30 });
    await backend.sql(`update ticket_type set sale_to = '2026-11-19' where id = ${park.typeId}`);
    expect(await whyNot(mobile, today)).toContain("可改票");
    expect((await order(mobile, today)).status).toBe(409);
    await backend.sql(`update ticket_type set sale_to = null where id = ${park.typeId}`);
  });
});

describe("what a connected application is told", () => {
  test("nothing set: nothing limits it, and there is nothing to show", async () => {
    expect(await told()).toEqual({
      ...{
        name: "",
        banners: [],
        bookingDays: null,
        saleFrom: "",
        saleTo: "",
        refundText: "",
        phone: "",
        serviceHours: "",
      },
    });
  });

  test("settings, and the banners that are on at this moment in their order, with pictures that need no token", async () => {
    await set({ bookingDays: 0, phone: "400-1234567", refundText: "<p>随时退</p><script>alert(1)</script>" });
    const upload = async () =>
      (await send(backend, uploadPaths.image, [{ bytes: await picture("png"), name: "b.png" }])).data;
    const add = async (fields: object) =>
      backend.saved(mobileBanner.methods.save, { alt: "b", picture: await upload(), sort: 100, ...fields });
    await add({ alt: "二", sort: 20 });
    await add({ alt: "一", sort: 10, link: "https://example.com/a" });
    await add({ alt: "未到", visibleFrom: "2026-11-21 00:00:00" });
    await add({ alt: "已过", visibleUntil: "2026-11-20 10:00:00" });
    const off = await add({ alt: "停用" });
    await backend.call(mobileBanner.methods.suspend, { id: off });
    const { banners, bookingDays, refundText, phone } = await told();
    expect(banners.map(({ alt }) => alt)).toEqual(["一", "二"]);
    expect([bookingDays, phone, refundText]).toEqual([0, "400-1234567", "<p>随时退</p>"]);
    const shown = await backend.app.request(banners[0]?.picture ?? "");
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    const bare = await backend.app.request((banners[0]?.picture ?? "").split("?")[0] ?? "");
    expect(bare.status).toBeGreaterThanOrEqual(400);
  });

  test("it takes the scope; another tenant's application is told of its own", async () => {
    await set();
    const without = await createPartner(backend, { channel: "mobile", scopes: ["query"] });
    expect((await ask(backend, without, "GET", "/mobile")).status).toBe(403);
    const admin = await backend.createCorp("3001");
    const other = await createPartner(backend, { channel: "mobile" }, admin);
    const answer = await ask(backend, other, "GET", "/mobile", undefined, { corpCode: "3001" });
    expect(answer.data.name).toBe("");
  });
});

describe("who sets it, and what is refused", () => {
  test("one a corp, by two at once as well", async () => {
    const both = await Promise.all([set(), set()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await set()).message).toBe("移动平台配置已存在，请修改原有配置");
    expect(await backend.sql("select 1 from mobile_setting")).toHaveLength(1);
  });

  test("hours come both or not at all, and end after they begin", async () => {
    expect((await set({ saleFrom: "09:00" })).errors).toEqual({ saleTo: ["开售与停售时间须同时填写"] });
    expect((await set({ saleFrom: "09:00", saleTo: "08:00" })).errors).toEqual({ saleTo: ["停售时间须晚于开售时间"] });
    expect((await set({ bookingDays: 366 })).status).toBe(422);
  });

  test("reading takes the function, changing the right; another tenant finds none of it", async () => {
    const id = ((await set()).data as { id: number }).id;
    const reads = await backend.createUser({ grants: ["mobileConfiguration"] });
    const none = await backend.createUser({ grants: ["parkList"] });
    expect((await backend.call(mobileConfiguration, {}, { as: none.token })).status).toBe(403);
    expect((await backend.call(mobileConfiguration, {}, { as: reads.token })).data.name).toBe("青云山");
    expect((await set({ id, name: "改" }, reads.token)).status).toBe(403);
    const tenant = await backend.createCorp("3002");
    expect((await set({ id, name: "改" }, tenant)).status).toBe(404);
    expect((await backend.call(mobileConfiguration, {}, { as: tenant })).data.name).toBe("");
  });

  test("who changed what is told on its page", async () => {
    const id = ((await set({ bookingDays: 3 })).data as { id: number }).id;
    await set({ id, bookingDays: 5 });
    const changes = await backend.call(mobileSetting.methods.changes, { id });
    expect(JSON.stringify(changes.data)).toContain('{"field":"bookingDays","before":3,"after":5}');
  });
});
