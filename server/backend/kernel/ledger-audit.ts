/** What must hold of every ledger: the tests and the nightly audit ask which accounts or rows break it. */
import { getTableName } from "drizzle-orm";
import type { Field } from "~/contract/field-kinds";
import { type Locale, type Message, m } from "~/contract/messages";
import type { BrokenRow, Invariants } from "./invariant";
import { figuresOf, type KeptLedger } from "./ledger";
import { accountColumn, changeColumn, columnOf } from "./ledger-table";
import { yuan } from "./money";
import type { Reference } from "./resource-backend";

/** `references`: what fields of its accounts refer to, for the names that people know them by. */
export function ledgerInvariants(ledger: KeptLedger, references: Record<string, Reference> = {}): Invariants {
  const { declared, rows, accounts } = ledger;
  const name = getTableName(rows);
  const account = accountColumn(accounts);
  const figures = figuresOf(declared).map((figure) => columnOf(accounts, figure).name);
  const list = (each: (figure: string) => string) => figures.map(each).join(", ");
  const own = list((figure) => `a.${figure}`);
  const floors = (declared.floors ?? []).map((floor) =>
    Object.entries(floor)
      .map(([figure, sign]) => `${sign === 1 ? "+" : "-"} a.${columnOf(accounts, figure).name}`)
      .join(" "),
  );
  const named = namesOf(ledger, references);
  const said = (row: BrokenRow, { locale }: { locale: Locale }) => ({
    ledger: declared.title({}, { locale }),
    account: nameIn(row),
  });
  const about =
    (sentence: typeof m.rule_ledger_sum): Message =>
    (_, options) =>
      sentence({ ledger: declared.title({}, options) }, options);
  return {
    [`${name}: every account is the sum of its rows`]: {
      says: about(m.rule_ledger_sum),
      broken: `
        select a.id as account, ${named} as named, ${own}, ${list((figure) => `l.${figure} as ledger_${figure}`)}
        from ${getTableName(accounts)} a
        cross join lateral (
          select ${list((figure) => `coalesce(sum(${changeColumn(figure)}), 0)::bigint as ${figure}`)}
          from ${name} where corp_code = a.corp_code and ${account} = a.id
        ) l
        where (${own}) is distinct from (${list((figure) => `l.${figure}`)})`,
      found: (row, options) =>
        m.audit_ledger_sum({ ...said(row, options), figures: differences(ledger, row, options) }, options),
    },
    [`${name}: every row goes on from the one before, and the last one is where its account stands`]: {
      says: about(m.rule_ledger_row),
      broken: `
        select l.*, ${named} as named from (
          select l.corp_code, l.${account} as account, l.id,
                 ${list((figure) => `l.${figure} as ${figure}`)},
                 ${list((figure) => `l.${changeColumn(figure)} + coalesce(lag(l.${figure}) over steps, 0) as expected_${figure}`)},
                 ${list((figure) => `case when lead(l.id) over steps is null then a.${figure} else l.${figure} end as standing_${figure}`)}
          from ${name} l
          join ${getTableName(accounts)} a on a.corp_code = l.corp_code and a.id = l.${account}
          window steps as (partition by l.corp_code, l.${account} order by l.id)
        ) l
        join ${getTableName(accounts)} a on a.corp_code = l.corp_code and a.id = l.account
        where (${list((figure) => `l.${figure}`)}) is distinct from (${list((figure) => `l.expected_${figure}`)})
           or (${list((figure) => `l.${figure}`)}) is distinct from (${list((figure) => `l.standing_${figure}`)})`,
      found: (row, options) => m.audit_ledger_row({ ...said(row, options), row: String(row.id) }, options),
    },
    [`${name}: no account is below its floor`]: {
      says: about(m.rule_ledger_floor),
      broken: `
        select a.id as account, ${named} as named, ${own}
        from ${getTableName(accounts)} a
        where ${[...figures.map((figure) => `a.${figure} < 0`), ...floors.map((sum) => `0 ${sum} < 0`)].join(" or ")}`,
      found: (row, options) =>
        m.audit_ledger_floor({ ...said(row, options), figures: standing(ledger, row, options) }, options),
    },
  };
}

/** What people know an account `a` by, as text of SQL: names of what it refers to, days, slots. Codes are left out. */
function namesOf({ declared, accounts }: KeptLedger, references: Record<string, Reference>): string {
  const parts = Object.entries<Field>(declared.accounts).flatMap(([field, { kind }]) => {
    const column = `a.${columnOf(accounts, field).name}`;
    const reference = references[field];
    if (reference)
      return [
        `(select r.${reference.name.name}::text from ${getTableName(reference.table)} r where r.corp_code = a.corp_code and r.id = ${column})`,
      ];
    return kind === "dictionary" ? [] : [`nullif(${column}::text, '')`];
  });
  return parts.length > 0 ? `concat_ws(' ', ${parts.join(", ")})` : "''";
}

const nameIn = ({ named, account }: BrokenRow) => (typeof named === "string" && named !== "" ? named : `#${account}`);

type Options = { locale: Locale };

function differences({ declared, accounts }: KeptLedger, row: BrokenRow, options: Options): string {
  const shown = (n: number) => (declared.unit === "fen" ? yuan(n) : String(n));
  return Object.entries<Message>(declared.figures)
    .flatMap(([figure, label]) => {
      const column = columnOf(accounts, figure).name;
      const [balance, sum] = [Number(row[column]), Number(row[`ledger_${column}`])];
      if (balance === sum) return [];
      const facts = { balance: shown(balance), sum: shown(sum), difference: shown(balance - sum) };
      return [m.audit_ledger_difference({ figure: label({}, options), ...facts }, options)];
    })
    .join("; ");
}

function standing({ declared, accounts }: KeptLedger, row: BrokenRow, options: Options): string {
  const shown = (n: number) => (declared.unit === "fen" ? yuan(n) : String(n));
  return Object.entries<Message>(declared.figures)
    .map(([figure, label]) => `${label({}, options)} ${shown(Number(row[columnOf(accounts, figure).name]))}`)
    .join(", ");
}
