/** The ledger of deposits of cards: each card that has one has an account. */
import { sql } from "drizzle-orm";
import { cardLedger as declared } from "~/contract/card/card-ledger";
import { m } from "~/contract/messages";
import { keepLedger, move } from "../../kernel/ledger";
import { type LedgerBackend, tellLedger } from "../../kernel/ledger-look";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { cardLedger as rows, seasonCard, seasonCardDeposit } from "./schema";

const deposits = keepLedger(declared, { rows, accounts: seasonCardDeposit });

export const ledgerBackend: LedgerBackend = {
  ledger: deposits,
  references: { cardId: { table: seasonCard, name: seasonCard.number } },
};

tellLedger(deposits, "seasonCard", "cardId");

interface Card {
  id: number;
  number: string;
}

/** Opens the account of a card and takes its deposit; answers the account, null where there is no deposit. */
export async function takeDeposit(
  call: Call,
  { id, number }: Card,
  { amount, paymentType, part }: { amount: number; paymentType: string; part?: string },
): Promise<number | null> {
  if (amount === 0) return null;
  const [opened] = await call.db
    .insert(seasonCardDeposit)
    .values({ cardId: id, paymentType })
    .returning({ id: seasonCardDeposit.id });
  if (!opened) throw new Error("an insert answers its row");
  const source = { business: "card", kind: "take", subject: number, ...(part !== undefined && { part }) };
  if (!(await move(call, deposits, { account: opened.id, kind: "take", amount, source })))
    throw new Refusal(m.refused_same_moment());
  return opened.id;
}

/**
 * A dearer type holds more: by the way that the deposit came it grows. By another what is held goes back as it came, and the
 * whole is taken anew, since an account pays back by one way. Answers the account of what is held then.
 */
export async function raiseDeposit(
  call: Call,
  { id, number, depositId, deposit, rowVersion }: Card & Raised,
  { by, paymentType }: { by: number; paymentType: string },
): Promise<number | null> {
  if (by === 0) return depositId;
  const part = `upgrade ${rowVersion ?? 0}`;
  const held = deposit ?? 0;
  if (depositId === null || held === 0) return takeDeposit(call, { id, number }, { amount: by, paymentType, part });
  const account = await firstOf<{ way: string }>(
    call.db,
    sql`select payment_type as way from season_card_deposit where id = ${depositId} for update`,
  );
  const source = { business: "card", subject: number, part };
  if (account?.way === paymentType) {
    const more = { account: depositId, kind: "take" as const, amount: by, source: { ...source, kind: "take" } };
    if (!(await move(call, deposits, more))) throw new Refusal(m.refused_same_moment());
    return depositId;
  }
  const back = { account: depositId, kind: "payBack" as const, amount: held, source: { ...source, kind: "payBack" } };
  if (!(await move(call, deposits, back))) throw new Refusal(m.refused_same_moment());
  return takeDeposit(call, { id, number }, { amount: held + by, paymentType, part });
}

interface Raised {
  depositId: number | null;
  deposit: number | null;
  rowVersion?: number | undefined;
}

/** To the card that replaces this one, to be paid back as it came: no money changes hands. Answers its account. */
export async function handOverDeposit(
  call: Call,
  { number, depositId, deposit }: Card & Raised,
  to: Card,
): Promise<number | null> {
  const amount = deposit ?? 0;
  if (depositId === null || amount === 0) return null;
  const opened = await firstOf<{ id: number }>(
    call.db,
    sql`
      insert into season_card_deposit (card_id, payment_type)
      select ${to.id}, payment_type
      from season_card_deposit
      where corp_code = current_setting('app.corp_code') and id = ${depositId}
      returning id::float8 as id
    `,
  );
  if (!opened) throw new Error("a deposit has its account");
  // Each names the card on the other side.
  for (const [account, kind, subject] of [
    [depositId, "moveOut", to.number],
    [opened.id, "moveIn", number],
  ] as const) {
    if (!(await move(call, deposits, { account, kind, amount, source: { business: "card", kind, subject } })))
      throw new Refusal(m.refused_same_moment());
  }
  return opened.id;
}

/** Of many cards of one sale, each its own account; the cards say it afterwards. */
export async function takeDeposits(
  call: Call,
  cards: readonly Card[],
  asked: { amount: number; paymentType: string },
): Promise<void> {
  if (asked.amount === 0) return;
  const opened: { id: number; deposit: number }[] = [];
  for (const card of cards) opened.push({ id: card.id, deposit: (await takeDeposit(call, card, asked)) ?? 0 });
  await call.db.execute(sql`
    update season_card c
    set deposit = ${asked.amount}, deposit_id = o.deposit
    from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as o (id bigint, deposit bigint)
    where c.corp_code = current_setting('app.corp_code') and c.id = o.id
  `);
}

/** Pays back what an account holds, once: the key says so, beside the state of the card. Answers the amount in fen. */
export async function payBackDeposit(call: Call, depositId: number | null, number: string): Promise<number> {
  if (depositId === null) return 0;
  const account = await firstOf<{ held: number }>(
    call.db,
    sql`select held from season_card_deposit where id = ${depositId} for update`,
  );
  const amount = Number(account?.held ?? 0);
  if (amount === 0) return 0;
  const source = { business: "card", kind: "payBack", subject: number };
  if (!(await move(call, deposits, { account: depositId, kind: "payBack", amount, source })))
    throw new Refusal(m.refused_same_moment());
  return amount;
}
