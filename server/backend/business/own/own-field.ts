/** Declarations of the fields that a corp adds: what would take the meaning of values away is refused. */
import { and, eq, ne, sql } from "drizzle-orm";
import { locales, m } from "~/contract/messages";
import { ownField as resource } from "~/contract/own/own-field";
import { mostOwnFields, ownFieldIn } from "~/contract/own-fields";
import { resources } from "~/contract/registry";
import type { Call } from "../../kernel/call";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { ownField, ownFieldChoice } from "./schema";

/** A name that the product has for a field of the same record would stand twice over columns and in files. */
function isProducts(noun: string, name: string): boolean {
  const taken = resources.filter((one) => ownFieldIn(one)?.of === noun);
  const labels = taken.flatMap(({ fields }) => Object.values(fields).map(({ label }) => label));
  return locales.some((locale) => labels.some((label) => label({}, { locale }).toLowerCase() === name.toLowerCase()));
}

/** Values name a choice by its code: one that was saved keeps it, and is withdrawn where nobody wants it any more. */
function refuseLostChoices(values: Values, before: Values | null): void {
  if (!isRows(before?.choices) || !isRows(values.choices)) return;
  const kept = new Set(values.choices.map(({ value }) => value));
  const lost = before.choices.find(({ value }) => !kept.has(value));
  if (lost) throw new Invalid({ choices: [m.own_v_choice_kept({ name: String(lost.label) })] });
}

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const { noun, name } = { ...before, ...values };
  if (isProducts(String(noun), String(name))) throw new Invalid({ name: [m.own_v_label({ name: String(name) })] });
  refuseLostChoices(values, before);
  if (before) return;
  // One after the other: two at once would both count the fields that were there.
  await call.db.execute(sql`select pg_advisory_xact_lock(hashtext(current_setting('app.corp_code')), 373)`);
  const there = await call.db.$count(ownField, and(eq(ownField.noun, String(noun)), ne(ownField.code, "")));
  if (there >= mostOwnFields) throw new Refusal(m.own_v_most({ n: mostOwnFields }));
}

export const ownFieldServed = serveResource(resource, {
  table: ownField,
  lines: { choices: ownFieldChoice },
  check,
});
