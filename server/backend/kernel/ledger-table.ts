/** The table of a ledger's rows, from its declaration and the table of its accounts. A migration makes it (`declare_ledger`). */
import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { date, integer, type PgColumn, type PgTable, pgTable, text } from "drizzle-orm/pg-core";
import { changeOf, type Ledger, type Movement } from "~/contract/ledger";
import { bigintColumn } from "./bigint-column";
import { businessMoment } from "./business-moment";

const ownCorp: SQL<string> = sql`current_setting('app.corp_code')`;

export function ledgerTable(name: string, { figures, kinds, accounts: apart }: Ledger, accounts: PgTable) {
  const figureColumns = Object.keys(figures).flatMap((figure) => [
    [figure, like(accounts, figure)],
    [changeOf(figure), changeOfType(accounts, figure)],
  ]);
  const isCash = Object.values<Movement<string>>(kinds).some(({ cash }) => cash);
  return pgTable(name, {
    corpCode: text("corp_code").notNull().default(ownCorp),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    at: businessMoment("at").notNull().default(sql`now()`),
    accountOfLedger: bigintColumn(accountColumn(accounts)).notNull(),
    kind: text("kind").notNull(),
    source: text("source").notNull().default(""),
    sourceKey: text("source_key"),
    accountId: bigintColumn("account_id").notNull().default(0),
    accountName: text("account_name").notNull().default(""),
    // Of money that changes hands at a till; `stamps_shift` makes it, and the trigger that writes it.
    ...(isCash && { shiftId: bigintColumn("shift_id") }),
    ...Object.fromEntries([...Object.keys(apart).map((field) => [field, like(accounts, field)]), ...figureColumns]),
  });
}

/** What the rows call the account that they are of. */
export const accountColumn = (accounts: PgTable): string => `${getTableName(accounts)}_id`;
export const changeColumn = (column: string): string => `${column}_change`;

export function columnOf(table: PgTable, field: string): PgColumn {
  const column = getTableColumns(table)[field];
  if (!column) throw new Error(`${getTableName(table)} has no column for ${field}`);
  return column;
}

/** What does not move moves by nothing. */
function changeOfType(accounts: PgTable, figure: string) {
  const { name } = columnOf(accounts, figure);
  return sameType(accounts, figure, changeColumn(name)).default(sql`0`);
}

function like(accounts: PgTable, field: string) {
  return sameType(accounts, field, columnOf(accounts, field).name);
}

function sameType(accounts: PgTable, field: string, name: string) {
  const type = columnOf(accounts, field).getSQLType();
  switch (type) {
    case "bigint":
      return bigintColumn(name).notNull();
    case "integer":
      return integer(name).notNull();
    case "date":
      return date(name).notNull();
    case "text":
      return text(name).notNull();
    default:
      throw new Error(`${getTableName(accounts)}.${field}: a ledger's rows cannot have a ${type}`);
  }
}
