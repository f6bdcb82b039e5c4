/** A stored-value card held up to a gate is told as what it is. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export async function storedAtGates(db: Call["db"], code: string): Promise<string | null> {
  const card = await firstOf<{ status: string }>(
    db,
    sql`
      select status
      from stored_card
      where corp_code = current_setting('app.corp_code') and number_key = ${code.toLowerCase()} and status <> 'stock'
    `,
  );
  if (!card) return null;
  return card.status === "active" ? m.stored_at_gates() : m.stored_at_gates_off();
}
