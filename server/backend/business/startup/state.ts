/** The row of the guide: locked by whoever makes a step, so that two at once make it one after the other. */
import { sql } from "drizzle-orm";
import { type StartUpStep, stepAfter } from "~/contract/startup/steps";
import { NotFound } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface GuideState {
  skipped: StartUpStep[];
  leftAt: StartUpStep;
  dismissed: boolean;
  testOrderId: number | null;
}

const fresh: GuideState = { skipped: [], leftAt: "park", dismissed: false, testOrderId: null };
const columns = sql`skipped, left_at as "leftAt", dismissed, test_order_id as "testOrderId"`;

export async function readState({ db }: Pick<Call, "db">): Promise<GuideState> {
  return (await firstOf<GuideState>(db, sql`select ${columns} from start_up`)) ?? fresh;
}

export async function lockState({ db }: Pick<Call, "db">): Promise<GuideState> {
  await db.execute(sql`insert into start_up default values on conflict do nothing`);
  const found = await firstOf<GuideState>(db, sql`select ${columns} from start_up for update`);
  if (!found) throw new NotFound();
  return found;
}

/** A step was made: the guide goes on behind it. */
export async function stepMade({ db, now }: Pick<Call, "db" | "now">, step: StartUpStep): Promise<void> {
  await db.execute(sql`
    update start_up
    set skipped = array_remove(skipped, ${step}), left_at = ${stepAfter(step)}, updated_at = ${now.toISOString()}
  `);
}

export async function skip({ db, now }: Pick<Call, "db" | "now">, step: StartUpStep): Promise<void> {
  await db.execute(sql`
    update start_up
    set skipped = array_append(array_remove(skipped, ${step}), ${step}), left_at = ${stepAfter(step)},
        updated_at = ${now.toISOString()}
  `);
}

export async function takeUp({ db, now }: Pick<Call, "db" | "now">, step: StartUpStep): Promise<void> {
  await db.execute(sql`
    update start_up
    set skipped = array_remove(skipped, ${step}), left_at = ${step}, updated_at = ${now.toISOString()}
  `);
}

export async function dismiss({ db, now }: Pick<Call, "db" | "now">, dismissed: boolean): Promise<void> {
  await db.execute(sql`update start_up set dismissed = ${dismissed}, updated_at = ${now.toISOString()}`);
}

export async function keepTestOrder({ db, now }: Pick<Call, "db" | "now">, orderId: number): Promise<void> {
  await db.execute(sql`update start_up set test_order_id = ${orderId}, updated_at = ${now.toISOString()}`);
}
