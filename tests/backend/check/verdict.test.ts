import { describe, expect, it } from "vitest";
import { localeStorage } from "~/i18n/locale.server";
import {
  type Attempt,
  forceable,
  type GateSnapshot,
  judge,
  type TicketSnapshot,
} from "~server/backend/business/ticket/check-verdict";

const ticket: TicketSnapshot = {
  id: 1,
  ticketNo: "TK1",
  ticketTypeName: "成人票",
  orderNo: "OD1",
  orderState: "paid",
  state: "issued",
  parkId: 1,
  parkName: "云山",
  gateGroupId: null,
  gateGroupName: "",
  visitDay: "2026-11-20",
  validFrom: "2026-11-20",
  validTo: "2026-11-20",
  slot: "",
  entryFrom: null,
  entryTo: null,
  admissions: 1,
  used: 0,
  passInterval: null,
  lastPassedAt: null,
  lastGateName: "",
  holderName: "",
};
const gate: GateSnapshot = {
  id: 1,
  name: "东门一号",
  parkId: 1,
  parkName: "云山",
  gateGroupId: 7,
  gateGroupName: "东门",
  direction: "in",
  active: true,
};
const noon = new Date("2026-11-20T12:00:00+08:00");
const attempt: Attempt = { now: noon, people: 1, holderMatches: true };
const at = (time: string) => ({ now: new Date(`2026-11-20T${time}:00+08:00`) });

const table: [string, Partial<TicketSnapshot>, Partial<GateSnapshot>, Partial<Attempt>, string][] = [
  ["a good ticket", {}, {}, {}, "ok"],
  ["order not paid", { orderState: "pending" }, {}, {}, "unpaid"],
  ["order cancelled", { orderState: "cancelled" }, {}, {}, "cancelled"],
  ["order expired", { orderState: "expired" }, {}, {}, "cancelled"],
  ["ticket refunded", { state: "refunded" }, {}, {}, "refunded"],
  ["ticket voided", { state: "voided" }, {}, {}, "revoked"],
  ["ticket changed", { state: "changed" }, {}, {}, "revoked"],
  ["refund under way", { state: "refunding" }, {}, {}, "blocked"],
  ["gate suspended", {}, { active: false }, {}, "blocked"],
  ["yesterday's ticket", { validFrom: "2026-11-19", validTo: "2026-11-19" }, {}, {}, "wrongDay"],
  ["not valid yet", { validFrom: "2026-11-21", validTo: "2026-11-30" }, {}, {}, "wrongDay"],
  ["state expired", { state: "expired" }, {}, {}, "wrongDay"],
  ["first day of several", { validTo: "2026-11-26" }, {}, {}, "ok"],
  ["last day of several", { validFrom: "2026-11-14" }, {}, {}, "ok"],
  ["before the entry window", { entryFrom: "13:00" }, {}, {}, "tooEarly"],
  ["at its first minute", { entryFrom: "12:00" }, {}, {}, "ok"],
  ["after the entry window", { entryTo: "11:59" }, {}, {}, "tooLate"],
  ["in its last minute", { entryTo: "12:00" }, {}, {}, "ok"],
  ["before the slot", { slot: "14:00-16:00" }, {}, {}, "tooEarly"],
  ["after the slot", { slot: "09:00-11:00" }, {}, {}, "tooLate"],
  ["in the slot, before the window", { slot: "11:00-13:00", entryFrom: "12:30" }, {}, {}, "tooEarly"],
  ["a slot past midnight", { slot: "22:00-02:00" }, {}, at("23:30"), "ok"],
  ["another park", { parkId: 2 }, {}, {}, "wrongPark"],
  ["another gate group", { gateGroupId: 9 }, {}, {}, "wrongGate"],
  ["its gate group", { gateGroupId: 7 }, {}, {}, "ok"],
  ["its gate group, shared by another park", { gateGroupId: 7, parkId: 2 }, {}, {}, "ok"],
  ["used", { used: 1, state: "used", lastPassedAt: noon, lastGateName: "西门" }, {}, {}, "alreadyUsed"],
  ["all entries used", { admissions: 3, used: 3, state: "used" }, {}, {}, "usedUp"],
  ["too many people", { admissions: 3, used: 1, state: "partlyUsed" }, {}, { people: 3 }, "usedUp"],
  ["just enough entries", { admissions: 3, used: 1, state: "partlyUsed" }, {}, { people: 2 }, "ok"],
  [
    "too soon after the last pass",
    { admissions: 3, used: 1, passInterval: 30, lastPassedAt: at("11:31").now },
    {},
    {},
    "tooSoon",
  ],
  ["the pause is over", { admissions: 3, used: 1, passInterval: 30, lastPassedAt: at("11:30").now }, {}, {}, "ok"],
  ["another holder", {}, {}, { holderMatches: false }, "identityMismatch"],
  ["out without having entered", {}, { direction: "out" }, {}, "wrongGate"],
  ["out after the last entry, after the window", { used: 1, entryTo: "09:00" }, { direction: "out" }, {}, "ok"],
  ["both ways counts as in", {}, { direction: "both" }, {}, "ok"],
];

describe("verdict rule", () => {
  it.each(table)("%s", (_, ticketPart, gatePart, attemptPart, reason) => {
    const verdict = judge({ ...ticket, ...ticketPart }, { ...gate, ...gatePart }, { ...attempt, ...attemptPart });
    expect(verdict.reason).toBe(reason);
    expect(verdict.message.length).toBeGreaterThan(6);
  });

  it("says in the caller's language what decided it", () => {
    const used = { ...ticket, used: 1, lastPassedAt: noon, lastGateName: "西门" };
    expect(judge(used, gate, attempt).message).toBe("这张票已于 2026-11-20 12:00:00 在「西门」使用");
    expect(localeStorage.run("en", () => judge(used, gate, attempt).message)).toBe(
      "This ticket was used at 2026-11-20 12:00:00 at “西门”",
    );
  });

  it("a forced pass overrules the moment and the place, never money or a lost right", () => {
    for (const reason of ["unknown", "unpaid", "cancelled", "refunded", "revoked", "blocked", "ambiguous"] as const) {
      expect(forceable.has(reason)).toBe(false);
    }
    expect(forceable.has("tooLate")).toBe(true);
  });
});
