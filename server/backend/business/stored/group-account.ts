/** The accounts of other corps of the group whose cards were taken here: what they owe, and what they paid of it. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { groupCardLedger as declared, groupCardAccount as resource } from "~/contract/stored/group-account";
import { keepLedger, move } from "../../kernel/ledger";
import type { LedgerBackend } from "../../kernel/ledger-look";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { groupCardLedger as rows, groupCardAccount as table } from "./schema";

const ledger = keepLedger(declared, { rows, accounts: table });
export const groupLedger: LedgerBackend = { ledger };

/** `part`: which of several of that kind and order. */
export async function moveGroupAccount(
  call: Call,
  account: number,
  kind: keyof (typeof declared)["kinds"],
  { amount, subject, part }: { amount: number; subject: string; part?: string },
): Promise<void> {
  const source = { business: "stored", kind, subject, ...(part !== undefined && { part }) };
  if (!(await move(call, ledger, { account, kind, amount, source }))) throw new Refusal(m.refused_same_moment());
}

/** The account of a corp, made where it is the first card of it. */
export async function groupAccountOf({ db }: Call, { code, name }: { code: string; name: string }): Promise<number> {
  const made = await firstOf<{ id: number }>(
    db,
    sql`
      insert into group_card_account (issuer_code, issuer, taken, settled) values (${code}, ${name}, 0, 0)
      on conflict (corp_code, issuer_code) do update set issuer = excluded.issuer
      returning id::float8 as id
    `,
  );
  if (!made) throw new Error(`the account of ${code} is there now`);
  return made.id;
}

/** A command holds its row: what is read here stays until it is done. */
const figuresOf = async ({ db }: Call, id: number) =>
  (await firstOf<{ taken: number; settled: number }>(
    db,
    sql`select taken::float8 as taken, settled::float8 as settled from group_card_account where id = ${id}`,
  )) ?? { taken: 0, settled: 0 };

/** A payment's reference stands once: the second time it is a slip of the hand, or the same payment again. */
async function refuseKnown({ db }: Call, id: number, kind: "settle" | "settleBack", bankRef: string): Promise<void> {
  const known = await firstOf(
    db,
    sql`select 1 from group_card_ledger where group_card_account_id = ${id} and source_key = ${`stored/${kind}/${bankRef}`}`,
  );
  if (known) throw new Invalid({ bankRef: [m.groupcard_ref_known({ ref: bankRef })] });
}

export const groupAccountServed = serveResource(resource, {
  table,
  query: { from: "group_card_account a", columns: { owed: sql`a.taken - a.settled` } },
  commands: {
    async settle(call, { id, issuer }, { amount, bankRef }) {
      if (amount <= 0) throw new Invalid({ amount: [m.stored_amount_wanted()] });
      const { taken, settled } = await figuresOf(call, id);
      const owed = Math.max(0, taken - settled);
      if (amount > owed) throw new Invalid({ amount: [m.groupcard_settle_most({ amount: yuan(owed) })] });
      await refuseKnown(call, id, "settle", bankRef);
      await moveGroupAccount(call, id, "settle", { amount, subject: bankRef });
      return { notice: m.groupcard_did_settle({ name: issuer ?? "", amount: yuan(amount) }) };
    },
    async settleBack(call, { id, issuer }, { amount, bankRef }) {
      if (amount <= 0) throw new Invalid({ amount: [m.stored_amount_wanted()] });
      const { settled } = await figuresOf(call, id);
      if (amount > settled) throw new Invalid({ amount: [m.groupcard_settle_back_most({ amount: yuan(settled) })] });
      await refuseKnown(call, id, "settleBack", bankRef);
      await moveGroupAccount(call, id, "settleBack", { amount, subject: bankRef });
      return { notice: m.groupcard_did_settle_back({ name: issuer ?? "", amount: yuan(amount) }) };
    },
  },
});
