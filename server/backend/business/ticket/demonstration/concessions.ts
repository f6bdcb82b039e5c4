/** Who goes cheaper or free in the demonstration: children by height, seniors and students, each by a ticket of their own. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import type { Say } from "../../../seed/demo-words";
import { concession } from "../concession-schema";
import { ticketType } from "../schema";

const rules = [
  { name: "儿童免票", basis: "height", heightTo: 120, shows: "身高（1.2 米线）", perAdult: 2 },
  { name: "未成年人", basis: "age", ageFrom: 7, ageTo: 18, proof: "number", shows: "身份证或户口簿" },
  { name: "全日制学生", basis: "student", shows: "学生证" },
  { name: "60 周岁及以上", basis: "age", ageFrom: 60, proof: "number", shows: "身份证" },
  { name: "现役及退役军人", basis: "soldier", proof: "either", shows: "军官证、士兵证或优待证" },
  { name: "残疾人", basis: "disabled", shows: "残疾人证" },
] as const;

export async function insertConcessions(tx: Transaction, say: Say): Promise<void> {
  const made = await tx
    .insert(concession)
    .values(rules.map((rule) => ({ ...rule, name: say(rule.name), shows: say(rule.shows) })))
    .returning({ id: concession.id, name: concession.name });
  const idOf = (name: string) => made.find((one) => one.name === say(name))?.id ?? 0;
  const types = await tx.select().from(ticketType).where(sql`${ticketType.code} in ('QYS-ADT', 'QYS-RN')`);
  const adult = types.find(({ code }) => code === "QYS-ADT");
  const named = types.find(({ code }) => code === "QYS-RN");
  const under = (of: typeof adult, code: string, name: string, listPrice: number, rule: string, sort: number) =>
    of ? [{ ...strip(of), code, name: say(name), listPrice, concessionId: idOf(rule), insteadOfId: of.id, sort }] : [];
  await tx
    .insert(ticketType)
    .values([
      ...under(adult, "QYS-KID", "儿童免票（1.2 米及以下）", 0, "儿童免票", 21),
      ...under(adult, "QYS-STU", "学生票", 6000, "全日制学生", 22),
      ...under(named, "QYS-RNS", "实名长者票", 5000, "60 周岁及以上", 52),
    ]);
}

/** All that a type says, but for what is each row's own. */
function strip({ id: _, rowVersion: __, createdAt: ___, updatedAt: ____, ...terms }: typeof ticketType.$inferSelect) {
  return terms;
}
