/** What a gate needs of a day to judge without a line, in parts: tickets under hashes of their codes. */
import { createHash } from "node:crypto";
import { devicePackage } from "~/contract/ticket/gate-device";
import { bandCode } from "~/contract/ticket/gate-rules/code";
import type { Transaction } from "../../db/database";
import { addDays } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { type Served, serve } from "../../kernel/served";
import { type FoundTicket, ticketColumns, ticketsFrom } from "./check-store";
import { asDevice } from "./gate-device";
import { packOther } from "./other-codes";
import { restrictedSince } from "./restricted-visitor";
import { signedFacts } from "./signed-codes";

const part = 1000;

type Packed = FoundTicket & { qrText: string; bands: string[] };

const servePackage = serve(devicePackage, (call, { token, of, ...asked }) =>
  asDevice(call, token, async ({ db, now }, { gate, salt }) => {
    const from = asked.since === undefined ? null : new Date(Date.parse(asked.since) - overlapSeconds * 1000);
    const holders = from ? await restrictedSince(db, from) : [];
    const parks = [gate, ...(gate.shared ?? [])].map(({ parkId }) => parkId);
    const told = { salt, at: now.toISOString(), keys: [], types: [], tickets: [], cards: [], cardTypes: [] };
    if (of === "cards") return { ...told, ...(await cardsOf(db, { ...asked, salt, parks, from, holders })) };
    // With the first part, since they are few.
    const signed = asked.after === 0 ? await signedFacts(db, { parks, gateGroupId: gate.gateGroupId }) : {};
    return {
      ...told,
      ...signed,
      ...(await ticketsOf(db, { ...asked, salt, parks, from, holders, group: gate.gateGroupId })),
    };
  }),
);

interface Wanted {
  salt: string;
  parks: number[];
  day: string;
  after: number;
  /** Null: all of the day. */
  from: Date | null;
  /** Who came onto the list of the restricted since, or off it. */
  holders: string[];
  masked: boolean;
}

async function ticketsOf(
  db: Transaction,
  { salt, parks, day, after, from, holders, masked, group }: Wanted & { group: number | null },
) {
  // A night ticket of the day before is good in the small hours.
  const values = [parks, group, addDays(day, -1), day, after, from, part + 1];
  const found =
    holders.length > 0
      ? await prepared<Packed>(db, changedOrOfHolders, [...values, holders])
      : await prepared<Packed>(db, from ? changedOfDay : ofDay, values);
  const tickets = found.slice(0, part);
  return {
    next: found.length > part ? (tickets.at(-1)?.id ?? null) : null,
    tickets: tickets.map(
      ({ qrText, bands, orderId: _, visitDay: _day, holderName: _name, holderIdentity, ...facts }) => ({
        codes: [qrText, facts.ticketNo, holderIdentity, ...bands.map(bandCode)]
          .filter((code) => code !== "")
          .map((code) => hashOf(salt, code)),
        order: hashOf(salt, facts.orderNo),
        facts: masked ? { ...facts, ticketNo: cut(facts.ticketNo), orderNo: cut(facts.orderNo) } : facts,
      }),
    ),
  };
}

async function cardsOf(db: Transaction, { salt, parks, day, after, from, holders, masked }: Wanted) {
  const asked = { parks, day, after, since: from, holders, most: part };
  const { items, types, next } = await packOther({ db }, asked);
  return {
    next,
    cardTypes: types.map(({ id, rules }) => ({ id, rules: { ...rules } })),
    cards: items.map(({ codes, no, facts }) => ({
      codes: codes.map((code) => hashOf(salt, code)),
      facts: { ...facts, ...(masked && { number: cut(no) }) },
    })),
  };
}

/** Whoever reads a number may type it at a gate. */
const cut = (number: string) => `${number.slice(0, -4)}····`;

/** What was under way while an earlier part was read is told again. */
const overlapSeconds = 60;

export function hashOf(salt: string, code: string): string {
  return createHash("sha256").update(`${salt}\n${code}`).digest("base64url").slice(0, 22);
}

/**
 * $1 the parks, $2 the gate group, $3 to $4 the days, $5 after which id, $6 changed since when (null: all), $7 how many, $8 numbers of holders.
 * Of all that was sold for the day the refunded ones too: the gate says why it refuses.
 */
const statement = (condition: string) => `
  select ${ticketColumns}, t.qr_text as "qrText",
         coalesce((
           select json_agg(w.code order by w.id)
           from wristband w
           where w.corp_code = t.corp_code and w.ticket_id = t.id and w.state = 'bound'
         ), '[]') as bands
  ${ticketsFrom}
  where (t.park_id = any ($1::bigint[]) or t.gate_group_id = $2)
    and t.valid_from <= $4::date
    and t.valid_to >= $3::date
    and t.id > $5
    and ${condition}
  order by t.id
  limit $7
`;
const ofDay = statement("$6::timestamptz is null");
const changedOfDay = statement("t.changed_at >= $6");
const changedOrOfHolders = statement("(t.changed_at >= $6 or t.holder_identity = any ($8::text[]))");

export const devicePackageServed: Served[] = [servePackage];
