/** A ticket that goes on under another row keeps the bands that stand for it. */
import { sql } from "drizzle-orm";
import type { Call } from "../../kernel/served";
import type { ExchangedPiece } from "../order/exchange";

export async function moveWristbands(call: Call, pieces: readonly Pick<ExchangedPiece, "pieceId" | "newPieceId">[]) {
  await call.db.execute(sql`
    update wristband w
    set ticket_id = t.id, ticket_type_name = t.ticket_type_name
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p ("pieceId" bigint, "newPieceId" bigint)
    join ticket t on t.id = p."newPieceId"
    where w.ticket_id = p."pieceId"
      and w.state = 'bound'
  `);
}
