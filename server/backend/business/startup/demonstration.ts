/** Who tries the demonstration finds everything made: its workbench tells of nothing left to do. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";

export async function seedStartUp(tx: Transaction): Promise<void> {
  await tx.execute(sql`insert into start_up (dismissed) values (true) on conflict do nothing`);
}
