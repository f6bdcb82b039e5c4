/** What of the guide is done, told by what stands, whoever made it. */
import type { AnswerOf, Method } from "~/contract/method";
import { refundOrder } from "~/contract/order/order";
import { paySetting } from "~/contract/order/pay-setting";
import { operator } from "~/contract/platform/operator";
import { staffRoles, startUpStanding } from "~/contract/startup/start-up";
import { type StartUpStep, startUpSteps } from "~/contract/startup/steps";
import { gate, pos } from "~/contract/ticket/gate";
import { park } from "~/contract/ticket/park";
import { sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { lacking } from "../../kernel/act";
import { type Call, serve } from "../../kernel/served";
import { payStanding, type SaleStanding, saleStanding } from "../order/start-up";
import { rolesByCode, staffStanding } from "../platform/start-up";
import { counterChannel } from "../ticket/sale-context";
import { ticketStanding } from "../ticket/start-up";
import { nameOfRole } from "./roles";
import { readState } from "./state";

type Standing = AnswerOf<typeof startUpStanding>;

/** What a step calls. */
const methodsOf: Record<StartUpStep, readonly Method[]> = {
  park: [park.methods.save],
  types: [ticketType.methods.save, ticketType.methods.publish],
  gates: [pos.methods.save, gate.methods.save],
  staff: [operator.methods.save],
  paying: [paySetting.methods.save],
  sale: [sellTickets, refundOrder],
};

async function firstLacking(call: Call, step: StartUpStep): Promise<string> {
  for (const method of methodsOf[step]) {
    const why = await lacking(call, method);
    if (why !== "") return why;
  }
  return "";
}

export function testSaleOf(sale: SaleStanding | undefined): Standing["sale"] {
  if (!sale) return null;
  const { orderId, orderNo, paid, refunded, refundWaits } = sale;
  const state = refundWaits ? "waiting" : refunded < paid ? "sold" : "takenBack";
  return { orderId, orderNo, paid, state };
}

export const standing = serve(startUpStanding, async (call) => {
  const { db } = call;
  const { skipped, leftAt, dismissed, testOrderId } = await readState(call);
  const { parks, types, windows, gates } = await ticketStanding(call);
  const { payTypes, printers, setting, sold } = await payStanding(call, counterChannel, testOrderId);
  const { staff, people } = await staffStanding(db);
  const known = await rolesByCode(db, staffRoles);
  const sale = testSaleOf(testOrderId === null ? undefined : await saleStanding(call, testOrderId));
  const done: Record<StartUpStep, boolean> = {
    park: parks.length > 0,
    types: types.some(({ status }) => status === "onSale"),
    gates: windows.length > 0 && gates.length > 0,
    // The first account is the one that looks at this.
    staff: staff > 1,
    paying: setting?.status === "T",
    sale: sale ? sale.state === "takenBack" : sold,
  };
  const steps: Standing["steps"] = [];
  for (const step of startUpSteps) {
    const state = done[step] ? "done" : skipped.includes(step) ? "skipped" : "open";
    steps.push({ step, state, lacking: await firstLacking(call, step) });
  }
  const isOpen = (one: StartUpStep) => steps.some(({ step, state }) => step === one && state === "open");
  return {
    ...{ parks, types, windows, gates, staff, payTypes, printers, steps, dismissed, sale },
    people: steps.some(({ step, lacking: why }) => step === "staff" && why === "") ? people : [],
    roles: staffRoles.map((key) => {
      const role = known.get(key);
      return { key, name: role?.name ?? nameOfRole(key), there: role !== undefined };
    }),
    paying: setting?.status === "T" ? setting.types : null,
    goOn: isOpen(leftAt) ? leftAt : (startUpSteps.find(isOpen) ?? "sale"),
  };
});
