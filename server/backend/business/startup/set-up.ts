/** The steps that make what is sold and where: park, ticket types, windows and gates, payment. */
import { m } from "~/contract/messages";
import { paySetting } from "~/contract/order/pay-setting";
import { startUpGates, startUpPark, startUpPaying, startUpTypes } from "~/contract/startup/start-up";
import { codeIn } from "~/contract/startup/templates";
import { gate, gateGroup, pos } from "~/contract/ticket/gate";
import { park } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import { act, placed, saved } from "../../kernel/act";
import { Invalid, NotFound } from "../../kernel/refusal";
import { type Call, serve } from "../../kernel/served";
import { paySettingServed } from "../order/payment/pay-setting";
import { payStanding } from "../order/start-up";
import { served as ticketServed } from "../ticket/index";
import { counterChannel } from "../ticket/sale-context";
import { entranceOf, freeParkCode, parkCalled, ticketStanding, typeCodes } from "../ticket/start-up";
import { lockState, stepMade } from "./state";

const makePark = serve(startUpPark, async (call, { name, address, openingHours, telephone }) => {
  await lockState(call);
  const there = await parkCalled(call, { name });
  const id =
    there?.id ??
    (await saved(call, ticketServed, park.methods.save, {
      ...{ code: await freeParkCode(call), name },
      ...{ address: address || null, openingHours: openingHours || null, telephone: telephone || null },
    }));
  await stepMade(call, "park");
  return { id, made: !there };
});

async function parkById(call: Call, id: number) {
  const found = await parkCalled(call, { id });
  if (!found) throw new NotFound();
  return found;
}

const makeTypes = serve(startUpTypes, async (call, { parkId, types }) => {
  await lockState(call);
  const within = await parkById(call, parkId);
  const codeOf = (key: string) => codeIn(within, key);
  const there = await typeCodes(
    call,
    types.map(({ key }) => codeOf(key)),
  );
  let made = 0;
  for (const [place, { key, name, price }] of types.entries()) {
    const code = codeOf(key);
    if (there.has(code.toUpperCase())) continue;
    const id = await placed(`types.${place}`, { name: "name", listPrice: "price", facePrice: "price" }, () =>
      saved(call, ticketServed, ticketType.methods.save, {
        ...{ code, name, kind: "single", parkId, facePrice: price, listPrice: price, realName: "none" },
        ...{ validity: "day", admissions: 1, refundRule: "free", channels: [counterChannel] },
        ...{ minPerOrder: 1, maxPerOrder: 50, sort: (place + 1) * 10 },
        // Who pays less shows why.
        ...(key !== "ADULT" && key !== "ONEWAY" && { checkHint: m.startup_check_hint() }),
      }),
    );
    await act(call, ticketServed, ticketType.methods.publish, { id });
    there.add(code.toUpperCase());
    made += 1;
  }
  await stepMade(call, "types");
  return { made, stood: types.length - made };
});

const makeGates = serve(startUpGates, async (call, { parkId, windows, gates }) => {
  await lockState(call);
  const within = await parkById(call, parkId);
  const entrance = await entranceOf(call, parkId);
  const taken = new Set(entrance.codes);
  const free = (letter: string): string => {
    let n = 1;
    while (taken.has(codeIn(within, `${letter}${n}`).toUpperCase())) n += 1;
    const code = codeIn(within, `${letter}${n}`);
    taken.add(code.toUpperCase());
    return code;
  };
  const isNew = (known: readonly string[]) => {
    const seen = new Set(known);
    return (name: string) => !seen.has(name.toLowerCase()) && Boolean(seen.add(name.toLowerCase()));
  };
  const newWindows = windows.filter(isNew(entrance.windows));
  const newGates = gates.filter(isNew(entrance.gates));
  for (const name of newWindows)
    await placed(`windows.${windows.indexOf(name)}`, { name: "" }, () =>
      saved(call, ticketServed, pos.methods.save, { code: free("W"), name, parkId, printer: "receipt80" }),
    );
  let { gateGroupId } = entrance;
  if (gateGroupId === null && newGates.length > 0) {
    const group = { code: free("E"), name: m.startup_entrance(), parkId };
    gateGroupId = await saved(call, ticketServed, gateGroup.methods.save, group);
  }
  for (const name of newGates)
    await placed(`gates.${gates.indexOf(name)}`, { name: "" }, () =>
      saved(call, ticketServed, gate.methods.save, { code: free("G"), name, direction: "in", gateGroupId, parkId }),
    );
  await stepMade(call, "gates");
  return { windows: newWindows.length, gates: newGates.length };
});

const setPaying = serve(startUpPaying, async (call, { types, printer }) => {
  await lockState(call);
  const { payTypes, printers, setting } = await payStanding(call, counterChannel, null);
  if (!types.every((type) => payTypes.some(({ value }) => value === type)))
    throw new Invalid({ types: [m.v_option()] });
  if (printer !== "" && !printers.some(({ value }) => value === printer))
    throw new Invalid({ printer: [m.v_option()] });
  const chosen = [...new Set(types)];
  await saved(call, paySettingServed, paySetting.methods.save, {
    ...(setting && { id: setting.id, rowVersion: setting.rowVersion }),
    name: setting?.name ?? m.startup_pay_setting(),
    channel: counterChannel,
    posId: null,
    types: chosen.map((paymentType) => ({ paymentType })),
    remark: setting?.remark ?? null,
  });
  if (setting?.status === "F") await act(call, paySettingServed, paySetting.methods.resume, { id: setting.id });
  const others = printer === "" ? [] : (await ticketStanding(call)).windows.filter((one) => one.printer !== printer);
  for (const { id } of others) {
    const { record } = await act(call, ticketServed, pos.methods.get, { id });
    if (!record) throw new NotFound();
    const { rowVersion, code, name, window, parkId, salesPageId } = record;
    const now = { id, rowVersion, code, name, window, parkId, salesPageId, printer };
    await saved(call, ticketServed, pos.methods.save, now);
  }
  await stepMade(call, "paying");
  return { types: chosen.length, printers: others.length };
});

export const setUpServed = [makePark, makeTypes, makeGates, setPaying];
