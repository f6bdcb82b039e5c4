/** Statements of the demonstration by the week, in every state; the last week that is over is due, and its clerk makes it. */
import { sql } from "drizzle-orm";
import { addDays } from "~/contract/business-time";
import type { Transaction } from "../../db/database";
import { businessDay, endOfDay, startOfDay } from "../../kernel/business-time";
import { insertAll, moveSequence, nextId } from "../../seed/bulk";
import type { Say } from "../../seed/demo-words";

export interface DemoSale {
  orderId: number;
  orderNo: string;
  amount: number;
  at: Date;
  agencyId: number;
}

type State = "draft" | "sent" | "disputed" | "confirmed" | "closed" | "partlyPaid" | "paid";

export interface DemoStatement {
  agencyId: number;
  code: string;
  from: string;
  to: string;
  status: State;
  total: number;
  paid: number;
  rows: DemoSale[];
}

/** From the newest to the oldest, of the first agency and of the second; what is older is paid. */
const states: readonly (readonly State[])[] = [
  ["disputed", "confirmed", "closed", "partlyPaid"],
  ["draft", "sent", "closed", "confirmed"],
];

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** One for each week that is over, without the last: that one is due. */
export function statementsOf(
  agency: { id: number; code: string; place: number },
  sales: readonly DemoSale[],
  now: Date,
): DemoStatement[] {
  const lastWeek = addDays(mondayOf(businessDay(now)), -7);
  const weeks = new Map<string, DemoSale[]>();
  for (const sale of sales) {
    const monday = mondayOf(businessDay(sale.at));
    weeks.set(monday, [...(weeks.get(monday) ?? []), sale]);
  }
  return [...weeks]
    .filter(([monday]) => monday < lastWeek)
    .sort(([one], [other]) => other.localeCompare(one))
    .map(([monday, rows], age) => {
      const status = states[agency.place]?.[age] ?? "paid";
      const total = rows.reduce((sum, { amount }) => sum + amount, 0);
      const paid = status === "paid" ? total : status === "partlyPaid" ? Math.ceil(total / 2) : 0;
      const code = `${agency.code}-${monday.replaceAll("-", "")}`;
      return {
        ...{ agencyId: agency.id, code, from: monday, to: addDays(monday, 6) },
        ...{ status, total, paid, rows },
      };
    });
}

interface Around {
  /** Rows of the ledger by the order that they are of. */
  ledgerIds: ReadonlyMap<string, number>;
  paidBy: readonly { statement: DemoStatement; receiptId: number; at: Date }[];
  by: string;
  say: Say;
}

export async function insertStatements(
  tx: Transaction,
  statements: readonly DemoStatement[],
  { ledgerIds, paidBy, by, say }: Around,
): Promise<void> {
  const first = await nextId(tx, "agency_statement");
  // The oldest was made first.
  const ids = new Map([...statements].sort(byWeek).map((statement, n) => [statement, first + n]));
  await insertAll(
    tx,
    "agency_statement",
    [...ids].map(([{ agencyId, code, from, to, total }, id]) => ({
      ...{ id, row_version: 1, agency_id: agencyId, code, from_day: from, to_day: to, basis: "sale", total, paid: 0 },
      ...{ status: "draft", created_at: endOfDay(to).toISOString(), updated_at: endOfDay(to).toISOString() },
    })),
  );
  await moveSequence(tx, "agency_statement");
  const rows = [...ids].flatMap(([statement, statementId]) =>
    statement.rows.flatMap(({ orderNo, amount }) => {
      const ledgerId = ledgerIds.get(orderNo);
      return ledgerId === undefined ? [] : [{ statement, statementId, ledgerId, orderNo, amount }];
    }),
  );
  await tx.execute(sql`
    insert into agency_statement_row (statement_id, ledger_id, amount)
    select "statementId", "ledgerId", amount
    from json_to_recordset(${JSON.stringify(rows.map(({ statement: _, ...row }) => row))}::json) as r (
      "statementId" bigint, "ledgerId" bigint, amount bigint
    )
    order by "ledgerId"
  `);
  await tx.execute(sql`
    insert into agency_statement_receipt (statement_id, receipt_id, amount, at, account_name)
    select * from json_to_recordset(${JSON.stringify(
      paidBy.map(({ statement, receiptId, at }) => ({
        ...{ s: ids.get(statement), r: receiptId, a: statement.paid, at: at.toISOString(), by },
      })),
    )}::json) as p (s bigint, r bigint, a bigint, at timestamptz, by text)
  `);
  await insertDisputes(tx, rows, by, say);
  await tx.execute(sql`
    update agency_statement s set status = g.status, paid = g.paid
    from json_to_recordset(${JSON.stringify(
      [...ids].map(([{ status, paid }, id]) => ({ id, status, paid })),
    )}::json) as g (id bigint, status text, paid bigint)
    where s.id = g.id
  `);
}

const byWeek = (one: DemoStatement, other: DemoStatement) => one.from.localeCompare(other.from);

interface Row {
  statement: DemoStatement;
  statementId: number;
  ledgerId: number;
  orderNo: string;
  amount: number;
}

/** One line that is to be answered, and one that was answered before its statement was confirmed. */
async function insertDisputes(tx: Transaction, rows: readonly Row[], by: string, say: Say): Promise<void> {
  const disputed = (status: State) => rows.find(({ statement }) => statement.status === status);
  const [open, kept] = [disputed("disputed"), disputed("confirmed")];
  const dispute = (row: Row, reason: string, answer: string | null) => ({
    ...{ statement: row.statementId, ledger: row.ledgerId, order: row.orderNo, amount: row.amount, reason, answer, by },
    at: new Date(startOfDay(addDays(row.statement.to, 3)).getTime() + 36_000_000).toISOString(),
  });
  const given = [
    ...(kept
      ? [
          dispute(
            kept,
            say("旅行社称该单为散客自购", "The agency says that these visitors paid for themselves"),
            say("签单原件在册，维持", "The signed slip is on file; the line stands"),
          ),
        ]
      : []),
    ...(open
      ? [dispute(open, say("人数与团队确认单不符", "The head count differs from the group's confirmation"), null)]
      : []),
  ];
  await tx.execute(sql`
    insert into agency_statement_dispute (
      statement_id, ledger_id, order_no, side, amount, reason, raised_by, raised_at, answer, status
    )
    select statement, ledger, "order", 'sold', amount, reason, by, at, answer,
           case when answer is null then 'open' else 'kept' end
    from json_to_recordset(${JSON.stringify(given)}::json) as d (
      statement bigint, ledger bigint, "order" text, amount bigint, reason text, answer text, by text, at timestamptz
    )
  `);
}
