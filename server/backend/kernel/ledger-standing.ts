/** How a ledger's accounts stood at a moment, with what came in and went out since another: rows by what tells accounts apart. */
import { and, type SQL, sql } from "drizzle-orm";
import { standingsPage } from "~/contract/ledger-standing";
import { m } from "~/contract/messages";
import type { AnswerOf, ParsedPayloadOf } from "~/contract/method";
import { businessDay, momentOf, stamp, startOfDay } from "./business-time";
import { figuresOf, type KeptLedger } from "./ledger";
import { accountColumn, changeColumn, columnOf } from "./ledger-table";
import { conditionsOf } from "./list-conditions";
import { containing } from "./list-search";
import { tableColumns } from "./list-source";
import type { Reference } from "./reference";
import { Invalid } from "./refusal";
import { Choices } from "./resource-choices";
import { rowsOf } from "./rows";
import { type Call, type Served, serve } from "./served";

type Method = KeptLedger["declared"]["standing"];
type Payload = ParsedPayloadOf<Method>;
type Answer = AnswerOf<Method>;
type Amounts = Record<string, number>;

export function serveStanding(ledger: KeptLedger, references: Record<string, Reference>): Served {
  const { declared } = ledger;
  const choices = new Choices({ fields: declared.accounts }, references);
  return serve(declared.standing, async (call, payload): Promise<Answer> => {
    const at = payload.at === undefined ? call.now : endOfSecond(payload.at);
    const from = payload.from === undefined ? startOfDay(businessDay(at)) : momentOf(payload.from);
    if (from > at) throw new Invalid({ from: [m.ledger_from_after()] });
    const where = accountsFound(ledger, payload.filters);
    const page = async (pageNo: number) => ({
      pageNo,
      found: await standings(call, ledger, { from, at, where, pageNo }),
    });
    const asked = await page(payload.pageNo);
    // A page beyond the last is the first.
    const { pageNo, found } = asked.found.length === 0 && payload.pageNo > 1 ? await page(1) : asked;
    const [first] = found;
    const count = first?.found ?? 0;
    const rows = found.map(({ account, sums }) => ({ account, ...figuresIn(ledger, sums) }));
    return {
      ...{ from: stamp(from), at: stamp(at), pageNo, count },
      totalPage: Math.max(1, Math.ceil(count / standingsPage)),
      rows,
      totals: figuresIn(ledger, first?.totals ?? {}),
      options: await choices.options(
        call,
        rows.map(({ account }) => account),
      ),
    };
  });
}

/** What happened within the second that people read is part of it. */
const endOfSecond = (text: string) => new Date(momentOf(text).getTime() + 999);

function accountsFound({ declared, accounts }: KeptLedger, filters: Payload["filters"]): SQL | undefined {
  const unknown = Object.keys(filters).find((name) => !Object.hasOwn(declared.accounts, name));
  if (unknown !== undefined) throw new Invalid({ [`filters.${unknown}`]: [m.v_unknown_field()] });
  const source = { resource: declared.rows, filters: {} };
  const { parts, others } = conditionsOf(source, tableColumns(accounts), filters);
  return and(...others, ...parts.map(containing));
}

interface Row {
  account: Record<string, string | number>;
  /** Of all that were found. */
  found: number;
  sums: Amounts;
  totals: Amounts;
}

interface Asked {
  from: Date;
  at: Date;
  where: SQL | undefined;
  pageNo: number;
}

const kinds = ["in", "out", "closing"] as const;

/**
 * What an account had is what its last row until then says, or what it has now where it has not moved since; what came in
 * and went out is of the rows in between, by their index on time.
 */
function standings(call: Call, ledger: KeptLedger, { from, at, where, pageNo }: Asked): Promise<Row[]> {
  const { declared, rows, accounts } = ledger;
  const figures = figuresOf(declared);
  const named = (name: string) => sql.identifier(name);
  const column = (field: string) => named(columnOf(accounts, field).name);
  const account = named(accountColumn(accounts));
  const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;
  const apart = Object.keys(declared.accounts);
  const key = (kind: string, figure: string) => named(`${kind} ${figure}`);
  const moved = figures.flatMap((figure) => {
    const change = named(changeColumn(columnOf(accounts, figure).name));
    return [
      sql`sum(${change}) filter (where ${change} > 0) as ${key("in", figure)}`,
      sql`-sum(${change}) filter (where ${change} < 0) as ${key("out", figure)}`,
    ];
  });
  const stood = figures.map(
    (figure) => sql`
      case when ${accounts}.moved_at > ${moment(at)} then l.${column(figure)} else ${accounts}.${column(figure)} end
        as ${key("closing", figure)}`,
  );
  const sums = figures.flatMap((figure) =>
    kinds.map((kind) => sql`coalesce(sum(${key(kind, figure)}), 0) as ${key(kind, figure)}`),
  );
  const object = (of: (name: SQL) => SQL) =>
    sql`json_build_object(${sql.join(
      figures.flatMap((figure) =>
        kinds.map((kind) => sql`${sql.raw(`'${kind} ${figure}'`)}, (${of(sql`${key(kind, figure)}`)})::float8`),
      ),
      sql`, `,
    )})`;
  const columns = sql.join(apart.map(column), sql`, `);
  const told = sql.join(
    apart.map((field) => sql`${sql.raw(`'${field}'`)}, ${column(field)}`),
    sql`, `,
  );
  return rowsOf<Row>(
    call.db,
    sql`
      with moved as (
        select ${account} as account, ${sql.join(moved, sql`, `)}
        from ${rows}
        where corp_code = current_setting('app.corp_code')
          and at >= ${moment(from)}
          and at <= ${moment(at)}
        group by 1
      ),
      stood as (
        select ${accounts}.id, ${sql.join(
          apart.map((field) => sql`${accounts}.${column(field)}`),
          sql`, `,
        )}, ${sql.join(stood, sql`, `)}
        from ${accounts}
        left join lateral (
          select *
          from ${rows} r
          where r.corp_code = ${accounts}.corp_code and r.${account} = ${accounts}.id and r.at <= ${moment(at)}
          order by r.at desc, r.id desc
          limit 1
        ) l on ${accounts}.moved_at > ${moment(at)}
        where ${accounts}.corp_code = current_setting('app.corp_code')
          and (${accounts}.moved_at <= ${moment(at)} or l.id is not null)
          ${where ? sql`and ${where}` : sql``}
      ),
      summed as (
        select ${columns}, ${sql.join(sums, sql`, `)}
        from stood
        left join moved on moved.account = stood.id
        group by ${columns}
      )
      select json_build_object(${told}) as account, count(*) over ()::int as found,
             ${object((name) => name)} as sums,
             ${object((name) => sql`sum(${name}) over ()`)} as totals
      from summed
      order by ${columns}
      limit ${standingsPage} offset ${(pageNo - 1) * standingsPage}
    `,
  );
}

function figuresIn({ declared }: KeptLedger, sums: Amounts): Answer["totals"] {
  const each = (of: (figure: string) => number): Amounts =>
    Object.fromEntries(figuresOf(declared).map((figure) => [figure, of(figure)]));
  const sum = (kind: (typeof kinds)[number], figure: string) => sums[`${kind} ${figure}`] ?? 0;
  return {
    opening: each((figure) => sum("closing", figure) - sum("in", figure) + sum("out", figure)),
    in: each((figure) => sum("in", figure)),
    out: each((figure) => sum("out", figure)),
    closing: each((figure) => sum("closing", figure)),
  };
}
