/** What agencies of the demonstration paid, bought and owe: accounts with every movement, in the order in which it happened. */
import { sql } from "drizzle-orm";
import { onAccount } from "~/contract/order/cash";
import type { Transaction } from "../../db/database";
import { businessDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { insertAll, moveSequence, nextId } from "../../seed/bulk";
import type { DemoPeople } from "../manifest";
import { type DemoSale, type DemoStatement, insertStatements, statementsOf } from "./demonstration-statements";

interface Buyer {
  id: number;
  code: string;
  settlement: string;
  status: string;
}

export interface DemoReceipt {
  agencyId: number;
  kind: "topUp" | "deposit" | "reward" | "rewardBack";
  ref: string;
  amount: number;
  at: Date;
  /** Statements that it paid. */
  pays: DemoStatement[];
}

interface Movement {
  agencyId: number;
  at: Date;
  kind: string;
  source: string;
  prepaid?: number;
  used?: number;
  deposit?: number;
}

const day = 86_400_000;

/** Agencies with an account, those in business first. */
export const buyers = (tx: Transaction): Promise<Buyer[]> =>
  rowsOf<Buyer>(
    tx,
    sql`
      select id::float8 as id, code, settlement, status
      from travel_agency
      where settlement in ('prepaid', 'credit') and status in ('active', 'suspended')
      order by status, id
    `,
  );

/** Orders that were paid on account, oldest first: nobody has been charged for them yet. */
export async function soldOnAccount(tx: Transaction): Promise<Omit<DemoSale, "agencyId">[]> {
  const rows = await rowsOf<{ orderId: number; orderNo: string; amount: number; at: string }>(
    tx,
    sql`
      select o.id::float8 as "orderId", o.order_no as "orderNo", p.amount::float8 as amount, p.at
      from payment_told p
      join order_told o on o.corp_code = p.corp_code and o.id = p.order_id
      where p.corp_code = current_setting('app.corp_code') and p.payment_type = ${onAccount}
      order by p.at, o.id
    `,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

export class DemoAccounts {
  readonly sales: DemoSale[];
  private readonly movements: Movement[];
  private readonly receipts: DemoReceipt[];
  private readonly statements: DemoStatement[];

  constructor(
    private readonly agencies: readonly Buyer[],
    sold: readonly Omit<DemoSale, "agencyId">[],
    private readonly now: Date,
  ) {
    const active = agencies.filter(({ status }) => status === "active");
    this.sales = sold.flatMap((sale, n) => {
      const agency = active[n % active.length];
      return agency ? [{ ...sale, agencyId: agency.id }] : [];
    });
    this.receipts = agencies.map((agency) => this.firstReceipt(agency));
    // The first two settle by the week, so that whatever day it is there are statements in every state.
    this.statements = active
      .slice(0, 2)
      .flatMap(({ id, code }, place) => statementsOf({ id, code, place }, this.soldTo(id), now));
    for (const { id, settlement } of active.slice(0, 2)) this.payStatements(id, settlement);
    this.movements = [
      ...this.receipts.map((receipt) => this.received(receipt)),
      ...this.sales.map(({ agencyId, orderNo, amount, at }) => {
        const credit = this.onCredit(agencyId);
        return {
          ...{ agencyId, at, source: orderNo, kind: credit ? "saleCredit" : "sale" },
          ...(credit ? { used: amount } : { prepaid: -amount }),
        };
      }),
    ];
  }

  /** A reward that was paid out went to the agency's account, and what was taken back of it came from there. */
  reward(paid: { agencyId: number; code: string; amount: number; clawed: number; at: Date }): void {
    const { agencyId, code: ref, amount, clawed, at } = paid;
    const later = new Date(at.getTime() + 3_600_000);
    this.credit({ agencyId, kind: "reward", ref, amount, at, pays: [] }, 1);
    if (clawed > 0) this.credit({ agencyId, kind: "rewardBack", ref, amount: clawed, at: later, pays: [] }, -1);
  }

  private credit(receipt: DemoReceipt, sign: 1 | -1): void {
    const { agencyId, kind, ref: source, amount, at } = receipt;
    this.receipts.push(receipt);
    this.movements.push(
      this.onCredit(agencyId)
        ? { agencyId, at, source, kind: `${kind}Owed`, used: -sign * amount }
        : { agencyId, at, source, kind, prepaid: sign * amount },
    );
  }

  async insert(tx: Transaction, { manager, say }: DemoPeople): Promise<void> {
    const [firstAccount, firstRow, firstReceipt] = [
      await nextId(tx, "agency_account"),
      await nextId(tx, "agency_ledger"),
      await nextId(tx, "agency_receipt"),
    ];
    const accounts = new Map(
      this.agencies.map(({ id }, n) => [id, { id: firstAccount + n, prepaid: 0, used: 0, deposit: 0, at: this.now }]),
    );
    const ledgerIds = new Map<string, number>();
    const inOrder = this.movements.sort((one, other) => one.at.getTime() - other.at.getTime());
    const ledger = inOrder.flatMap(({ agencyId, at, kind, source, prepaid = 0, used = 0, deposit = 0 }, n) => {
      const account = accounts.get(agencyId);
      if (!account) return [];
      account.prepaid += prepaid;
      account.used += used;
      account.deposit += deposit;
      account.at = at;
      if (kind === "sale" || kind === "saleCredit") ledgerIds.set(source, firstRow + n);
      return [
        {
          ...{ id: firstRow + n, at: at.toISOString(), agency_account_id: account.id, agency_id: agencyId },
          ...{ kind, source, account_id: manager.id, account_name: manager.name },
          ...{ prepaid: account.prepaid, used: account.used, deposit: account.deposit },
          ...{ prepaid_change: prepaid, used_change: used, deposit_change: deposit },
        },
      ];
    });
    await insertAll(
      tx,
      "agency_account",
      [...accounts].map(([agencyId, { at, ...account }]) => ({
        ...{ ...account, agency_id: agencyId, moved_at: at.toISOString() },
      })),
    );
    await insertAll(tx, "agency_ledger", ledger);
    await insertAll(
      tx,
      "agency_receipt",
      this.receipts.map(({ agencyId, kind, ref, amount, at, pays }, n) => ({
        ...{ id: firstReceipt + n, agency_id: agencyId, kind, bank_ref: ref, amount, at: at.toISOString() },
        ...{ allocated: pays.reduce((sum, { paid }) => sum + paid, 0), account_name: manager.name },
      })),
    );
    await tx.execute(sql`
      update agency_receipt r
      set salesman_id = a.salesman_id, region_id = coalesce(a.region_id, s.region_id)
      from travel_agency a
      left join salesman s on s.corp_code = a.corp_code and s.id = a.salesman_id
      where r.corp_code = current_setting('app.corp_code') and a.corp_code = r.corp_code and a.id = r.agency_id
    `);
    await insertAll(
      tx,
      "agency_charge",
      this.sales.map(({ agencyId, orderId, orderNo, amount, at }) => ({
        ...{ agency_id: agencyId, order_id: orderId, order_no: orderNo, day: businessDay(at), at: at.toISOString() },
        prepaid: this.onCredit(agencyId) ? 0 : amount,
        credit: this.onCredit(agencyId) ? amount : 0,
        ...{ prepaid_back: 0, credit_back: 0 },
      })),
    );
    for (const table of ["agency_account", "agency_ledger", "agency_receipt"]) await moveSequence(tx, table);
    const paidBy = this.receipts.flatMap(({ pays, at }, n) =>
      pays.map((statement) => ({ statement, receiptId: firstReceipt + n, at })),
    );
    await insertStatements(tx, this.statements, { ledgerIds, paidBy, by: manager.name, say });
  }

  private onCredit(agencyId: number): boolean {
    return this.agencies.find(({ id }) => id === agencyId)?.settlement === "credit";
  }

  private soldTo(agencyId: number): DemoSale[] {
    return this.sales.filter((sale) => sale.agencyId === agencyId);
  }

  /** Who pays ahead paid before the first sale, and who buys on credit left a deposit. */
  private firstReceipt({ id, settlement, status }: Buyer): DemoReceipt {
    const ahead = status === "active" ? 2_000_000 + id * 250_000 : 450_000;
    return {
      ...{ agencyId: id, ref: `HD2026${String(481_700 + id * 37).padStart(8, "0")}`, pays: [] },
      ...{ kind: settlement === "credit" ? "deposit" : "topUp", amount: settlement === "credit" ? 1_000_000 : ahead },
      at: new Date(this.now.getTime() - 62 * day),
    };
  }

  /** Who buys on credit paid by two transfers: the first went to statements, the second waits to be allocated. */
  private payStatements(agencyId: number, settlement: string): void {
    const own = this.statements.filter((statement) => statement.agencyId === agencyId);
    const paid = own.filter((statement) => statement.paid > 0);
    if (settlement !== "credit") {
      const ahead = this.receipts.find((receipt) => receipt.agencyId === agencyId);
      ahead?.pays.push(...paid);
      return;
    }
    const sums = [
      { amount: paid.reduce((sum, statement) => sum + statement.paid, 0), pays: paid, ago: 10 },
      { amount: own.find(({ status }) => status === "closed")?.total ?? 0, pays: [], ago: 3 },
    ];
    for (const { amount, pays, ago } of sums) {
      if (amount <= 0) continue;
      const ref = `HD2026${String(597_300 + agencyId * 41 + ago).padStart(8, "0")}`;
      const at = new Date(this.now.getTime() - ago * day);
      this.receipts.push({ ...{ agencyId, kind: "topUp", ref, amount, at, pays } });
    }
  }

  private received({ agencyId, kind, ref, amount, at }: DemoReceipt): Movement {
    if (kind === "deposit") return { agencyId, at, kind, source: ref, deposit: amount };
    return this.onCredit(agencyId)
      ? { agencyId, at, kind: "repay", source: ref, used: -amount }
      : { agencyId, at, kind: "topUp", source: ref, prepaid: amount };
  }
}
