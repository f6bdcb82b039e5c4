/** Tries out the rules of a ticket type on a ticket that was never sold, by the same functions as the gates. */
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import type { GateSnapshot, PastPass, TicketSnapshot } from "~/contract/ticket/gate-rules/facts";
import { judge } from "~/contract/ticket/gate-rules/judge";
import { type Asked, planOf } from "~/contract/ticket/gate-rules/plan";
import { sayRules } from "~/contract/ticket/gate-rules/say";
import { hoursOf, ticketMoment } from "~/contract/ticket/gate-rules/ticket-day";
import { tryTicketType } from "~/contract/ticket/try-rules";
import { businessDay, momentOf } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { Invalid, NotFound } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { gateById } from "./check-store";
import { validityOf } from "./rules/sellable";
import { readSaleContext, type SoldType } from "./sale-context";

type Trial = NonNullable<ParsedPayloadOf<typeof tryTicketType>["trial"]>;

const serveTry = serve(tryTicketType, async (call, { id, trial }) => {
  const today = businessDay(call.now);
  const { types } = await readSaleContext(call, trial?.visitDay ?? today, [id]);
  const [type] = types;
  if (!type) throw new NotFound();
  const [group] = await prepared<{ name: string }>(call.db, "select name from gate_group where id = $1", [
    type.gateGroupId,
  ]);
  const gates = await prepared<{ value: string; label: string }>(call.db, gatesToTry, []);
  const gateGroupName = group?.name ?? "";
  return {
    name: type.name,
    sentences: sayRules({ ...type, gateGroupName, entryTo: type.entryTo ?? null, slot: type.slots.join(" / ") }),
    today,
    gates,
    slots: [...type.slots],
    verdict: trial ? await verdictOf(call, { type, gateGroupName, trial }) : null,
  };
});

const gatesToTry = `
  select g.id::text as value, g.name || ' · ' || k.name as label
  from gate g
  join park k on k.corp_code = g.corp_code and k.id = g.park_id
  order by k.name, g.name, g.id
  limit 500
`;

async function verdictOf(
  call: Call,
  { type, gateGroupName, trial }: { type: SoldType; gateGroupName: string; trial: Trial },
) {
  const gate = await gateById(call.db, trial.gateId);
  if (!gate) throw new NotFound(m.refused_no_gate());
  const now = momentOf(`${trial.day}T${trial.time}`);
  if (trial.slot && !type.slots.includes(trial.slot)) throw new Invalid({ slot: [m.try_no_slot()] });
  const slot = trial.slot || slotAt(type, now);
  const validity = validityOf(type, { visitDay: trial.visitDay, now: call.now });
  const blank: TicketSnapshot = {
    ...{
      id: 0,
      ticketNo: type.code,
      ticketTypeId: type.id,
      ticketTypeName: type.name,
      orderNo: "",
      orderState: "paid",
    },
    ...{ passes: [], used: 0, state: "issued", slot },
    ...{ parkId: type.parkId, parkName: type.parkName, gateGroupId: type.gateGroupId, gateGroupName, ...validity },
    ...{ entryFrom: type.entryFrom, entryTo: type.entryTo ?? null, admissions: type.admissions },
    ...{ passInterval: type.passInterval, rules: type.rules, restriction: null },
  };
  const ticket = usedBefore(blank, await passagesOf(call, { gate, type, trial }));
  const asked: Asked = {
    ...{ gate, code: { kind: "ticketNo", value: type.code }, ticketId: undefined, people: trial.people, now },
    direction: trial.direction,
    // How many are inside then, nobody knows.
    ...{ inside: null, forced: false },
  };
  const plan = planOf([{ ...ticket, ...nobody }], asked);
  const entries = plan.admits.reduce((sum, one) => sum + one.entries, 0);
  return { reason: plan.reason, message: plan.message, direction: plan.direction, entries, slot, ...validity };
}

interface Before {
  at: Date;
  direction: "in" | "out";
  people: number;
  gate: GateSnapshot;
}

/** What the trial says of before, in its order. */
async function passagesOf(
  { db }: Call,
  { gate, type, trial }: { gate: GateSnapshot; type: SoldType; trial: Trial },
): Promise<Before[]> {
  const { day, people, entered, left } = trial;
  const gates = new Map([[gate.id, gate]]);
  for (const { gateId = gate.id, ...one } of trial.earlier) {
    const other = gates.get(gateId) ?? (await gateById(db, gateId));
    if (!other) throw new Invalid({ earlier: [m.refused_no_gate()] });
    gates.set(gateId, other);
    if (one.day >= day) throw new Invalid({ earlier: [m.try_not_earlier()] });
  }
  const today = [
    ...(entered ? [{ day, time: entered, direction: "in" as const, people, gateId: gate.id }] : []),
    ...(left ? [{ day, time: left, direction: "out" as const, people, gateId: gate.id }] : []),
  ];
  return [...trial.earlier, ...today]
    .map(({ gateId = gate.id, direction, people: went, ...one }) => {
      const at = gates.get(gateId) ?? gate;
      const ofPark = { ...at, gateGroupId: groupAt(at, type.parkId) };
      return { at: momentOf(`${one.day}T${one.time}`), direction, people: went, gate: ofPark };
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Each took what the rules say: nothing of who came back within them, and of who went in against them one entry each. */
function usedBefore(blank: TicketSnapshot, before: readonly Before[]): TicketSnapshot {
  let ticket = blank;
  for (const { at, direction, people, gate } of before) {
    const attempt = { now: at, people, holderMatches: true, inside: null, direction };
    const judged = judge(ticket, { ...gate, direction: "both" }, attempt);
    const entries = direction === "out" ? 0 : judged.reason === "ok" ? judged.entries : people;
    const used = ticket.used + entries;
    const state = used === 0 ? "issued" : used >= ticket.admissions ? "used" : "partlyUsed";
    const { gateGroupId, name } = gate;
    const pass: PastPass = { at: at.toISOString(), direction, people, entries, gateGroupId, gate: name };
    ticket = { ...ticket, used, state, passes: ticket.passes.concat(pass) };
  }
  return ticket;
}

const nobody = { holderDocument: "", holderCountry: "", holderIdentity: "" };

/** Whom passages by tickets of a park count for: at a gate that parks share each names a group of its own. */
function groupAt({ parkId, gateGroupId, shared = [] }: GateSnapshot, ofPark: number): number | null {
  const face = shared.find((one) => one.parkId === ofPark) ?? shared.find((one) => one.parkId === parkId);
  return face ? face.gateGroupId : gateGroupId;
}

/** The slot that the moment is in; between two the one that begins next, after the last that one. "" without slots. */
function slotAt({ slots, entryFrom, entryTo, rules }: SoldType, now: Date): string {
  const known = slots.map((slot) => {
    const hours = { slot, entryFrom, entryTo: entryTo ?? null, rules };
    return { slot, ...hoursOf(hours), minute: ticketMoment(hours, now).minute };
  });
  const open = known.find(({ from, to, minute }) => from <= minute && minute <= to);
  const [next] = known.filter(({ from, minute }) => minute < from).sort((a, b) => a.from - b.from);
  return (open ?? next ?? known.at(-1))?.slot ?? "";
}

export const tryServed: Served[] = [serveTry];
