/** How a card ends by a refund that is settled at its order: given back, held until then, or let go. */
import { sql } from "drizzle-orm";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { payBackDeposit } from "./deposits";
import { noteStep } from "./log";

interface Ending {
  id: number;
  number: string;
  depositId: number | null;
}

/** Locked first and by itself: of two refunds of a card that are settled at once, the second sees that the other is. */
const lockCards = (call: Call, cardIds: readonly number[]) =>
  call.db.execute(sql`
    select from season_card
    where corp_code = current_setting('app.corp_code') and id = any (${`{${cardIds}}`}::bigint[])
    order by id
    for update
  `);

/** Cards whose money went back are cancelled once none of it waits any more, and their deposit goes back with it. */
export async function endCards(call: Call, cardIds: readonly number[], orderNo: string): Promise<void> {
  await lockCards(call, cardIds);
  for (const cardId of cardIds) {
    const ended = await firstOf<Ending>(
      call.db,
      sql`
        update season_card
        set status = 'cancelled', frozen_for = null, held_from = null, deposit = 0, row_version = row_version + 1,
            updated_at = ${call.now.toISOString()}::timestamptz
        where corp_code = current_setting('app.corp_code')
          and id = ${cardId}
          and status in ('sold', 'active', 'frozen', 'expired')
          and not exists (
            select from season_card_charge h
            where h.corp_code = season_card.corp_code and h.card_id = season_card.id and h.state = 'refunding'
          )
        returning id::float8 as id, number, deposit_id::float8 as "depositId"
      `,
    );
    if (!ended) continue;
    await payBackDeposit(call, ended.depositId, ended.number);
    await noteStep(call, { cardId, step: "cancel", orderNo });
  }
}

/** No gate lets them through while a refund waits. */
export async function freezeForRefund(call: Call, cardIds: readonly number[]): Promise<void> {
  const frozen = await rowsOf<{ id: number }>(
    call.db,
    sql`
      update season_card
      set held_from = status || coalesce(':' || frozen_for, ''), status = 'frozen', frozen_for = 'refund',
          row_version = row_version + 1, updated_at = ${call.now.toISOString()}::timestamptz
      where corp_code = current_setting('app.corp_code')
        and id = any (${`{${cardIds}}`}::bigint[])
        and status in ('sold', 'active', 'frozen', 'expired')
        and frozen_for is distinct from 'refund'
      returning id::float8 as id
    `,
  );
  for (const { id } of frozen) await noteStep(call, { cardId: id, step: "refundAsked" });
}

/**
 * Rejected: each is what it was, once no other refund of it waits; one of which something has gone back already is cancelled
 * then, since no gate may admit by what is paid back.
 */
export async function thawAfterRefund(call: Call, cardIds: readonly number[]): Promise<void> {
  await lockCards(call, cardIds);
  await call.db.execute(sql`
    update season_card
    set status = split_part(held_from, ':', 1), frozen_for = nullif(split_part(held_from, ':', 2), ''), held_from = null,
        row_version = row_version + 1, updated_at = ${call.now.toISOString()}::timestamptz
    where corp_code = current_setting('app.corp_code')
      and id = any (${`{${cardIds}}`}::bigint[])
      and status = 'frozen'
      and frozen_for = 'refund'
      and held_from is not null
      and not exists (
        select from season_card_charge h
        where h.corp_code = season_card.corp_code and h.card_id = season_card.id and h.state in ('refunding', 'refunded')
      )
  `);
  // Said of one that stays frozen too: its log tells what was decided of it.
  await noteStep(call, { cardId: cardIds, step: "refundRejected" });
  const given = await rowsOf<{ id: number }>(
    call.db,
    sql`
      select h.card_id::float8 as id
      from season_card_charge h
      where h.corp_code = current_setting('app.corp_code') and h.card_id = any (${`{${cardIds}}`}::bigint[])
      group by h.card_id
      having bool_or(h.state = 'refunded') and not bool_or(h.state = 'refunding')
    `,
  );
  await endCards(
    call,
    given.map(({ id }) => id),
    "",
  );
}
