/** Two parks with sixty days behind them. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import { filledTables } from "../../../db/maintenance";
import { businessDay } from "../../../kernel/business-time";
import { chance } from "../../../seed/people";
import type { DemoPeople } from "../../manifest";
import { inventPassages, inventRefunds, settleTickets } from "./aftermath";
import { giveFreely } from "./at-no-price";
import { insertCatalogue } from "./catalogue";
import { insertCombos } from "./combos";
import { insertConcessions } from "./concessions";
import { inventOrders, type World } from "./history";
import { tellOfRefunds } from "./messages";
import { payOnAccount } from "./on-account";
import { insertPoints } from "./points";
import { insertPrinting } from "./printing";
import { insertReductions } from "./reductions";
import { insertReservations } from "./reservations";
import { insertHistory } from "./rows";
import { insertSubTickets } from "./sub-tickets";
import { insertWristbands } from "./wristbands";

/** Once: where a park is, everything is left as it is. */
export async function seedParks(tx: Transaction, people: DemoPeople, now: Date): Promise<void> {
  const { rows: parks } = await tx.execute(sql`select from park limit 1`);
  if (parks.length > 0) return;
  const { rows } = await tx.execute<{ day: string; makeUp: boolean }>(
    sql`select day, make_up as "makeUp" from holiday`,
  );
  const world: World = {
    ...people,
    now,
    chance: chance(20_261_120),
    catalogue: await insertCatalogue(tx, businessDay(now), people.say),
    holidays: new Map(rows.map(({ day, makeUp }) => [day, makeUp])),
  };
  const orders = inventOrders(world);
  const refunds = inventRefunds(world, orders);
  const passages = inventPassages(world, orders);
  settleTickets(world, orders, passages);
  giveFreely(orders, refunds, now);
  payOnAccount(orders, refunds, now);
  await insertHistory(tx, world, orders, refunds, passages);
  await tellOfRefunds(tx, people);
  await insertCombos(tx, people.say);
  await insertPoints(tx, people.say);
  await insertSubTickets(tx, people.say);
  await insertConcessions(tx, people.say);
  await insertPrinting(tx, people.say);
  await insertReductions(tx, [people.manager.id, people.seller.id], businessDay(now), people.say);
  await insertReservations(tx, people.say);
  await insertWristbands(tx, people.seller.name, now);
  // Thousands of rows came at once: without this the first hours are planned as if the tables were empty.
  const { rows: filled } = await tx.execute<{ name: string }>(sql.raw(filledTables));
  for (const { name } of filled) await tx.execute(sql.raw(`analyze ${name}`));
}
