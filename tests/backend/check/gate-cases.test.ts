/** The table of cases of passages, through the server: what stands in its tables is judged as the pure rules judge it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import type { TicketRules } from "~/contract/ticket/gate-rules/facts";
import { createGrounds, type Grounds, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { type GateCase, gateCases, gateOf, momentOfCase, passOf, ticketOf } from "~tests/support/gate-cases";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
let grounds: Grounds;
beforeAll(async () => {
  backend = await openTestBackend();
  grounds = await createGrounds(backend);
}, 180_000);
afterAll(() => backend.close());

const restricted = "330106199001011014";

/** Groups and parks of the table as they are here. */
const groupOf = (id: number | null | undefined) => (id === 7 ? grounds.groupId : id ? grounds.otherGroupId : null);

const rulesHere = ({ points, ...rules }: TicketRules): TicketRules => ({
  ...rules,
  ...(points && { points: points.map(({ id, name }) => ({ id: groupOf(id) ?? 0, name })) }),
});

/** By hand, after all that other cases passed. */
const countedInside = (people: number, at: Date) =>
  backend.sql(
    "insert into inside_count (corp_code, park_id, at, people, reason, account_id, account_name) values ('0001', $1, greatest($2, (select max(counts_at) from passage)), $3, '', 0, '')",
    [grounds.parkId, at, people],
  );

async function arranged(one: GateCase) {
  const facts = ticketOf(one);
  const sale = await sell(backend, grounds, {
    visitDay: facts.validFrom,
    lines: [{ quantity: 1, admissions: facts.admissions }],
  });
  const ticketId = sale.tickets[0]?.id ?? 0;
  await backend.sql(
    `update ticket set valid_from = $2, valid_to = $3, slot = $4, entry_from = $5, entry_to = $6, pass_interval = $7, rules = $8,
       gate_group_id = $9, used = $10, state = $11
     where id = $1`,
    [
      ...[ticketId, facts.validFrom, facts.validTo, facts.slot, facts.entryFrom, facts.entryTo, facts.passInterval],
      ...[rulesHere(facts.rules), groupOf(facts.gateGroupId), facts.used, facts.state],
    ],
  );
  await backend.sql("update orders set state = $2 where id = $1", [sale.orderId, facts.orderState]);
  for (const pass of (one.passes ?? []).map((told) => ({ ...passOf(told), elsewhere: told.elsewhere === true }))) {
    await backend.sql(
      `insert into passage (corp_code, at, counts_at, gate_id, park_id, direction, ticket_id, order_id, admitted, reason,
         people, entries, through)
       values ('0001', $1, $1, $2, $3, $4, $5, $6, true, 'ok', $7, $8, $7)`,
      [
        ...[pass.at, pass.elsewhere ? grounds.sideGateId : grounds.gateId, grounds.parkId, pass.direction, ticketId],
        ...[sale.orderId, pass.people, pass.entries],
      ],
    );
  }
  const { restriction } = facts;
  const person = `resident//${restricted}`;
  await backend.sql("update restricted_visitor set status = 'lifted' where person = $1", [person]);
  if (restriction) {
    await backend.sql(
      `insert into restricted_visitor (corp_code, person, name, document, identity, until_day, reason, set_by)
       values ('0001', $1, '某人', 'resident', $2, $3, $4, '') on conflict (corp_code, lower(person)) do update set status = 'active', until_day = excluded.until_day`,
      [person, restricted, restriction.until, restriction.reason],
    );
    await backend.sql("update ticket set holder_identity = $2, holder_document = 'resident' where id = $1", [
      ticketId,
      restricted,
    ]);
  }
  return { ticketId, code: sale.tickets[0]?.qrText ?? "" };
}

it.each(gateCases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
  const { ticketId, code } = await arranged(one);
  backend.setNow(momentOfCase(one));
  const { direction, active, closures, momentMax, parkId } = gateOf(one);
  const elsewhere = parkId === 2;
  await backend.sql("update gate set direction = $2, status = $3 where id = $1", [
    grounds.gateId,
    direction,
    active ? "T" : "F",
  ]);
  for (const { firstDay, lastDay, slot, reason } of closures) {
    await backend.sql(
      `insert into closure (corp_code, reason, park_id, slot, first_day, last_day, status)
       values ('0001', $1, $2, nullif($3, ''), $4, $5, 'inForce')`,
      [reason, grounds.parkId, slot, firstDay, lastDay],
    );
  }
  if (momentMax !== null) {
    const limit = "insert into park_capacity (corp_code, park_id, day_max, moment_max) values ('0001', $1, 9000, $2)";
    await backend.sql(limit, [grounds.parkId, momentMax]);
  }
  if (one.inside !== undefined) await countedInside(one.inside, momentOfCase(one));
  const answer = await backend.call(checkTicket, {
    idempotencyKey: fresh("gate-case"),
    gateId: elsewhere ? grounds.farGateId : grounds.gateId,
    // Somebody else's number, of the same ticket.
    code: one.holderMatches === false ? "11010519491231002X" : code,
    ...(one.holderMatches === false && { ticketId }),
    ...(one.people !== undefined && { people: one.people }),
    ...(one.lane && { direction: one.lane }),
  });
  await backend.sql("delete from closure");
  await backend.sql("delete from park_capacity");
  await backend.sql("delete from inside_count");
  expect(answer.data.reason, answer.data.message).toBe(one.expect);
  if (one.direction) expect(answer.data.direction).toBe(one.direction);
  if (one.entries === undefined) return;
  const [taken] = await backend.sql("select entries from passage where id = $1", [answer.data.passageIds[0]]);
  expect(taken).toEqual({ entries: one.entries });
});
