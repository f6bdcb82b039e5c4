/** Employees' cards: issued by a list of the employees' numbers, ended when somebody leaves. */
import { sql } from "drizzle-orm";
import { employeeCardDesk, issueEmployeeCards, mostEmployees } from "~/contract/card/employee-card";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { type Employed, employeesNumbered, endsWithEmployment } from "../platform/people";
import { expireOf, holdersWhyNot, orMeanwhile } from "./keep-card";
import { noteStep } from "./log";
import { type ReadType, readType } from "./read-type";
import { firstTerm, termFrom } from "./rules";
import { seasonCard } from "./schema";
import { takeCard } from "./stock";

dependsOn("employee", {
  table: seasonCard,
  by: seasonCard.employeeId,
  name: seasonCard.number,
  words: m.card_staff_dep,
});
endsWithEmployment(endCardsOf);

export const employeeCardsServed: Served[] = [
  serve(employeeCardDesk, async ({ db }) => ({
    types: await rowsOf<{ value: string; label: string }>(
      db,
      sql`
        select id::text as value, name as label
        from card_type
        where corp_code = current_setting('app.corp_code') and kind = 'employee' and status = 'T'
        order by id
        limit 200
      `,
    ),
  })),
  serve(issueEmployeeCards, (call, payload) => ofEverybody(call, () => issue(call, payload))),
];

interface Wish {
  /** From 1, as people count lines. */
  line: number;
  code: string;
  /** Of a card in stock; "": one with a number of its own. */
  number: string;
}

function wishesOf(people: string): Wish[] {
  const wishes = people.split("\n").flatMap((text, place): Wish[] => {
    const [code = "", number = ""] = text
      .normalize("NFKC")
      .trim()
      .split(/[\s,;，；]+/);
    return code === "" ? [] : [{ line: place + 1, code, number }];
  });
  if (wishes.length === 0) throw new Invalid({ people: [m.v_required()] });
  if (wishes.length > mostEmployees) throw new Invalid({ people: [m.card_staff_most({ n: mostEmployees })] });
  return wishes;
}

const sameCode = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

async function issue(call: Call, { cardTypeId, people }: ParsedPayloadOf<typeof issueEmployeeCards>) {
  const type = await readType(call, cardTypeId);
  if (type.kind !== "employee" || type.status !== "T") throw new Invalid({ cardTypeId: [m.v_option()] });
  const today = businessDay(call.now);
  const term = firstTerm(type, today) ?? termFrom(type, today);
  if (term.to < today) throw new Refusal(m.card_type_over({ type: type.name, day: term.to }));
  const wishes = wishesOf(people);
  const known = await employeesNumbered(
    call,
    wishes.map(({ code }) => code),
  );
  await expireOf(
    call,
    known.map(({ identity }) => ({ identity: identity ?? "" })),
  );
  const held = await heldBy(call, known);
  const errors: string[] = [];
  const found: { person: Employed; wish: Wish }[] = [];
  for (const wish of wishes) {
    const person = known.find(({ code }) => sameCode(code, wish.code));
    const twice = wishes.some(({ line, code }) => line < wish.line && sameCode(code, wish.code));
    const whyNot = twice ? m.card_staff_twice() : await personWhyNot(call, { type, person, held });
    if (whyNot) errors.push(m.card_staff_line({ line: wish.line, code: wish.code, message: whyNot }));
    else if (person) found.push({ person, wish });
  }
  if (errors.length > 0) throw new Invalid({ people: [errors.slice(0, 10).join("\n")] });
  const numbers: string[] = [];
  for (const { person, wish } of found) {
    const card = await takeCard(call, type, wish.number);
    await handOut(call, card.id, { person, type, term });
    await noteStep(call, { cardId: card.id, step: "staffIssue" });
    const after = { status: type.asksPhoto ? "sold" : "active", holderName: person.name };
    call.audit({ thing: "seasonCard", thingId: card.id, label: card.number, before: { status: "stock" }, after });
    numbers.push(card.number);
  }
  return { numbers };
}

interface Asked {
  type: ReadType;
  person: Employed | undefined;
  held: ReadonlyMap<number, string>;
}

async function personWhyNot(call: Call, { type, person, held }: Asked): Promise<string> {
  if (!person) return m.card_staff_unknown();
  if (!person.onDuty) return m.card_staff_left({ name: person.name });
  const number = held.get(person.id);
  if (number !== undefined) return m.card_staff_has_one({ name: person.name, number });
  if (type.asksIdentity && !person.identity) return m.card_staff_no_identity({ name: person.name });
  if (type.asksMobile && !person.mobile) return m.card_staff_no_mobile({ name: person.name });
  return holdersWhyNot(call, { cardTypeId: type.id, typeName: type.name }, [documentOf(person)]);
}

const documentOf = ({ identity }: Employed) => ({
  document: "resident" as const,
  country: "",
  identity: identity ?? "",
});

/** By employee: the number of the live card that they hold. */
async function heldBy({ db }: Call, people: readonly Employed[]): Promise<Map<number, string>> {
  const rows = await rowsOf<{ employeeId: number; number: string }>(
    db,
    sql`
      select h.employee_id::float8 as "employeeId", c.number
      from season_card_holder h
      join season_card c on c.corp_code = h.corp_code and c.id = h.card_id
      where h.corp_code = current_setting('app.corp_code')
        and h.live
        and h.employee_id = any (${`{${people.map(({ id }) => id)}}`}::bigint[])
    `,
  );
  return new Map(rows.map(({ employeeId, number }) => [employeeId, number]));
}

interface Handing {
  person: Employed;
  type: ReadType;
  term: { from: string; to: string };
}

/** Active at once, but for a type that asks for a photograph first. */
async function handOut({ db, now }: Call, cardId: number, { person, type, term }: Handing): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    update season_card
    set status = ${type.asksPhoto ? "sold" : "active"}, holder_name = ${person.name}, identity = ${person.identity},
        mobile = ${person.mobile}, holders = 1, sold_at = ${at}, valid_from = ${term.from}, valid_to = ${term.to},
        employee_id = ${person.id}, row_version = row_version + 1, updated_at = ${at}
    where corp_code = current_setting('app.corp_code') and id = ${cardId}
  `);
  await orMeanwhile(() =>
    db.execute(sql`
      insert into season_card_holder (card_id, place, name, document, identity, employee_id)
      values (${cardId}, 0, ${person.name}, 'resident', ${person.identity ?? ""}, ${person.id})
    `),
  );
}

/** Of whoever leaves no card opens a gate again, and none can be renewed. */
async function endCardsOf(call: Call, employeeId: number): Promise<void> {
  const ended = await rowsOf<{ id: number; number: string; status: string }>(
    call.db,
    sql`
      with own as (
        select id, status
        from season_card
        where corp_code = current_setting('app.corp_code')
          and employee_id = ${employeeId}
          and status in ('sold', 'active', 'frozen', 'expired')
        for update
      )
      update season_card c
      set status = 'cancelled', frozen_for = null, held_from = null, row_version = row_version + 1,
          updated_at = ${call.now.toISOString()}::timestamptz
      from own
      where c.corp_code = current_setting('app.corp_code') and c.id = own.id
      returning c.id::float8 as id, c.number, own.status
    `,
  );
  for (const { id, number, status } of ended) {
    await noteStep(call, { cardId: id, step: "staffEnd" });
    call.audit({
      ...{ thing: "seasonCard", thingId: id, label: number, before: { status }, after: { status: "cancelled" } },
    });
  }
}
