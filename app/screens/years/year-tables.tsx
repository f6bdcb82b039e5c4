/** Tables of a closed year: kinds, months of one, and differences. */
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { formatYuan } from "~/contract/money";
import type { closedYearParts } from "~/contract/years/year";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

type Held = AnswerOf<typeof closedYearParts>;

const count = (n: number) => n.toLocaleString("en-US");
const amount = (fen: number | null) => (fen === null ? "" : formatYuan(fen));

interface KindsProps {
  rows: Held["kinds"];
  /** The year's own address. */
  here: string;
  chosen: string;
}

export function KindsTable({ rows, here, chosen }: KindsProps) {
  return (
    <TableFrame label={m.year_holds()}>
      <table className="table">
        <caption className="visually-hidden">{m.year_holds()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.year_kind()}</th>
            <Figures />
            <th scope="col">{m.year_sealed()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, label, whole, ...sums }) => (
            <tr key={kind}>
              <th scope="row">
                <Link to={`${here}?kind=${kind}`} aria-current={kind === chosen ? "true" : undefined}>
                  {label}
                </Link>
              </th>
              <Sums {...sums} />
              <td>{whole ? m.year_sealed_whole() : m.year_sealed_part()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

export function MonthsTable({ label, rows }: { label: string; rows: Held["months"] }) {
  return (
    <section className="panel" aria-labelledby="year-months">
      <h2 id="year-months">{label}</h2>
      <TableFrame label={label}>
        <table className="table">
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{m.year_month()}</th>
              <Figures />
              <th scope="col">{m.year_digest()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ month, sha256, ...sums }) => (
              <tr key={month}>
                <th scope="row">{m.year_month_n({ n: month })}</th>
                <Sums {...sums} />
                <td>
                  <code title={sha256}>{sha256.slice(0, 16)}</code>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="table-sum">
              <th scope="row">{m.year_total()}</th>
              <Sums
                rows={rows.reduce((sum, one) => sum + one.rows, 0)}
                amount={
                  rows.every((one) => one.amount === null)
                    ? null
                    : rows.reduce((sum, one) => sum + (one.amount ?? 0), 0)
                }
                sizeKb={rows.reduce((sum, one) => sum + one.sizeKb, 0)}
              />
              <td />
            </tr>
          </tfoot>
        </table>
      </TableFrame>
    </section>
  );
}

function Figures() {
  return (
    <>
      <th scope="col" className="num">
        {m.year_rows()}
      </th>
      <th scope="col" className="num">
        {m.year_amount() + m.engine_yuan()}
      </th>
      <th scope="col" className="num">
        {m.year_kb()}
      </th>
    </>
  );
}

function Sums(sums: { rows: number; amount: number | null; sizeKb: number }) {
  return (
    <>
      <td className="num">{count(sums.rows)}</td>
      <td className="num">{amount(sums.amount)}</td>
      <td className="num">{count(sums.sizeKb)}</td>
    </>
  );
}

const heads = {
  check: m.year_differences_check,
  again: m.year_differences_again,
} satisfies Record<Held["differences"][number]["foundBy"], unknown>;

/** What the last check found, and what the last closing found against the one before it. */
export function DifferencesTable({ rows }: { rows: Held["differences"] }) {
  return (["check", "again"] as const).map((foundBy) => {
    const own = rows.filter((row) => row.foundBy === foundBy);
    const [first] = own;
    if (!first) return null;
    const label = heads[foundBy]({ at: first.at });
    return (
      <section key={foundBy} className="panel" aria-labelledby={`year-differs-${foundBy}`}>
        <h2 id={`year-differs-${foundBy}`}>{label}</h2>
        <TableFrame label={label}>
          <table className="table">
            <caption className="visually-hidden">{label}</caption>
            <thead>
              <tr>
                <th scope="col">{m.year_kind()}</th>
                <th scope="col">{m.year_month()}</th>
                <th scope="col" className="num">
                  {m.year_rows_before()}
                </th>
                <th scope="col" className="num">
                  {m.year_rows_now()}
                </th>
                <th scope="col" className="num">
                  {m.year_amount_before() + m.engine_yuan()}
                </th>
                <th scope="col" className="num">
                  {m.year_amount_now() + m.engine_yuan()}
                </th>
                <th scope="col">{m.year_note()}</th>
              </tr>
            </thead>
            <tbody>
              {own.map((row) => (
                <tr key={`${row.label}/${row.month}`}>
                  <th scope="row">{row.label}</th>
                  <td>{m.year_month_n({ n: row.month })}</td>
                  <td className="num">{count(row.rowsBefore)}</td>
                  <td className="num">{count(row.rowsNow)}</td>
                  <td className="num">{amount(row.amountBefore)}</td>
                  <td className="num">{amount(row.amountNow)}</td>
                  <td>
                    {row.rowsBefore === row.rowsNow && row.amountBefore === row.amountNow && m.year_content_differs()}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </section>
    );
  });
}
