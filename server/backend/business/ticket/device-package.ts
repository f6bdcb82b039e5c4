/** What a gate needs of a day to judge without a line, in parts: tickets under hashes of their codes. */
import { createHash } from "node:crypto";
import { devicePackage } from "~/contract/ticket/gate-device";
import { addDays } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { type Served, serve } from "../../kernel/served";
import { type FoundTicket, ticketColumns, ticketsFrom } from "./check-store";
import { asDevice } from "./gate-device";
import { signedFacts } from "./signed-codes";

const part = 1000;

type Packed = FoundTicket & { qrText: string };

const servePackage = serve(devicePackage, (call, { token, day, after, since, masked }) =>
  asDevice(call, token, async ({ db, now }, { gate, salt }) => {
    const from = since === undefined ? null : new Date(Date.parse(since) - overlapSeconds * 1000);
    // A night ticket of the day before is good in the small hours.
    const parks = [gate, ...(gate.shared ?? [])].map(({ parkId }) => parkId);
    const values = [parks, gate.gateGroupId, addDays(day, -1), day, after, from, part + 1];
    const found = await prepared<Packed>(db, from ? changedOfDay : ofDay, values);
    const tickets = found.slice(0, part);
    // With the first part, since they are few.
    const signed = after === 0 ? await signedFacts(db, gate) : { keys: [], types: [] };
    return {
      salt,
      ...signed,
      at: now.toISOString(),
      next: found.length > part ? (tickets.at(-1)?.id ?? null) : null,
      tickets: tickets.map(({ qrText, orderId: _, visitDay: _day, holderName: _name, holderIdentity, ...facts }) => ({
        codes: [qrText, facts.ticketNo, holderIdentity].filter((code) => code !== "").map((code) => hashOf(salt, code)),
        order: hashOf(salt, facts.orderNo),
        facts: masked ? { ...facts, ticketNo: cut(facts.ticketNo), orderNo: cut(facts.orderNo) } : facts,
      })),
    };
  }),
);

/** Whoever reads a number may type it at a gate. */
const cut = (number: string) => `${number.slice(0, -4)}····`;

/** What was under way while an earlier part was read is told again. */
const overlapSeconds = 60;

export function hashOf(salt: string, code: string): string {
  return createHash("sha256").update(`${salt}\n${code}`).digest("base64url").slice(0, 22);
}

/**
 * $1 the parks, $2 the gate group, $3 to $4 the days, $5 after which id, $6 changed since when (null: all), $7 how many.
 * Of all that was sold for the day the refunded ones too: the gate says why it refuses.
 */
const statement = (condition: string) => `
  select ${ticketColumns}, t.qr_text as "qrText"
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

export const devicePackageServed: Served[] = [servePackage];
