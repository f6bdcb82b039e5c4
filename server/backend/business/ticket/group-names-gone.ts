/** The lists of names of a group that is settled or cancelled: the tickets name their people now, or nobody comes. */
import { sql } from "drizzle-orm";
import type { Call } from "../../kernel/served";

export const forgetNames = ({ db }: Pick<Call, "db">, bookingId: number) =>
  db.execute(sql`delete from group_visitor where booking_id = ${bookingId}`);
