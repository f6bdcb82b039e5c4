/** The closing report of a shift (`/manage/shift/report`): what was counted, what the ledgers say, and room for two signatures. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { shiftReport } from "~/contract/order/shift";
import { carriedWay } from "~/resource/way-back.server";
import { labelOf, loadLabels } from "~/screens/labels.server";
import { idFrom } from "~/screens/query.server";
import { loadProduct } from "~/shell/product.server";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";

export const handle = { menu: "/manage/shift" };
export const meta: MetaFunction = () => [{ title: m.shift_report() }];

const yuan = (fen: number) => `¥${formatYuan(fen)}`;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [report, labels, product] = await Promise.all([
    context.dispatch.call(shiftReport, { id: idFrom(request, "id") }),
    loadLabels(context, "paymentType"),
    loadProduct(context),
  ]);
  const { closed, found, opening } = report;
  const facts: [string, string][] = [
    [m.shift_seller(), report.sellerName],
    [m.order_pos(), report.posName],
    [m.shift_opened_at(), report.openedAt],
    ...(closed
      ? ([
          [m.shift_closed_at(), closed.at],
          [m.shift_closed_by(), closed.by],
        ] satisfies [string, string][])
      : []),
    [m.shift_opening(), yuan(opening)],
  ];
  if (found !== null && found !== opening) {
    facts.push([m.shift_found(), yuan(found)], [m.shift_found_difference(), yuan(opening - found)]);
  }
  return {
    shiftNo: report.shiftNo,
    company: { name: product.name, logo: product.logo },
    back: carriedWay(context) ?? "/manage/shift",
    facts,
    // An API of before has none.
    rolls: (report.rolls ?? []).map((roll) => [
      `${roll.item} ${roll.code}`,
      ...[roll.first, roll.last, roll.quantity, roll.sold, roll.spoiled, roll.missing, roll.left].map(String),
    ]),
    closed: closed && {
      cash: [
        [m.shift_expected(), yuan(closed.expected)],
        [m.shift_counted(), yuan(closed.counted)],
        [m.shift_left(), yuan(closed.left)],
        [m.shift_handed_in(), yuan(closed.counted - closed.left)],
        [m.shift_orders(), String(closed.orders)],
        ...(closed.remark ? [[m.shift_remark(), closed.remark]] : []),
      ],
      difference: { amount: closed.difference, text: yuan(Math.abs(closed.difference)) },
      rows: closed.rows.map((row) => [
        labelOf(labels, "paymentType", row.paymentType),
        ...[row.taken, row.givenBack, row.corrected, row.heldTaken, row.heldGivenBack, row.due].map(formatYuan),
      ]),
      pieces: closed.pieces.map(({ fen, pieces }) => [formatYuan(fen), String(pieces), formatYuan(fen * pieces)]),
    },
  };
}

export default function ShiftReport() {
  const { shiftNo, company, back, facts, rolls, closed } = useLoaderData<typeof loader>();
  const hydrated = useHydrated();
  return (
    <div className="page">
      <p className="print-only shift-company">
        {company.logo && <img src={company.logo} alt="" />} {company.name}
      </p>
      <header className="page-head">
        <h1>
          {m.shift_report()} <small className="dim">{shiftNo}</small>
        </h1>
        <span className="no-print">
          {hydrated && closed && (
            <button type="button" className="button button-primary" onClick={() => print()}>
              {m.shift_print()}
            </button>
          )}{" "}
          <Link className="button" to={back}>
            {m.shift_back()}
          </Link>
        </span>
      </header>
      <section className="panel">
        <Facts facts={facts} />
        {!closed && <p className="notice">{m.shift_still_open()}</p>}
      </section>
      {rolls.length > 0 && <Rolls rows={rolls} />}
      {closed && <Closed closed={closed} />}
    </div>
  );
}

type View = Awaited<ReturnType<typeof loader>>;

function Facts({ facts }: { facts: string[][] }) {
  return (
    <dl className="shift-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Of each roll the first number and the last, and what became of those between. */
function Rolls({ rows }: { rows: string[][] }) {
  const heads = [m.stock_roll(), m.stock_first_serial(), m.stock_last_serial(), m.stock_quantity()];
  const became = [m.stock_sold(), m.stock_spoiled(), m.stock_missing(), m.stock_roll_left()];
  return (
    <section className="panel">
      <h2>{m.stock_rolls_of_shift()}</h2>
      <Cells title={m.stock_rolls_of_shift()} heads={[...heads, ...became]} rows={rows} />
    </section>
  );
}

function Closed({ closed: { cash, difference, rows, pieces } }: { closed: NonNullable<View["closed"]> }) {
  const { amount, text } = difference;
  const words = amount === 0 ? m.shift_exact() : `${amount > 0 ? m.shift_over() : m.shift_short()} ${text}`;
  const money = [
    m.cash_up_payment_type,
    ...[m.cash_up_taken, m.cash_up_given_back, m.cash_up_corrected],
    ...[m.cash_up_held_taken, m.cash_up_held_given_back, m.cash_up_due],
  ].map((label, place) => label() + (place > 0 ? m.engine_yuan() : ""));
  return (
    <>
      <section className="panel">
        <p className={amount === 0 ? "notice notice-good shift-result" : "notice notice-warn shift-result"}>
          <strong>{words}</strong>
        </p>
        <Facts facts={cash} />
      </section>
      <section className="panel">
        <h2>{m.shift_money()}</h2>
        {rows.length === 0 ? (
          <p className="empty">{m.shift_nothing()}</p>
        ) : (
          <Cells title={m.shift_money()} heads={money} rows={rows} />
        )}
      </section>
      {pieces.length > 0 && (
        <section className="panel">
          <h2>{m.shift_count()}</h2>
          <Cells
            title={m.shift_count()}
            heads={[m.shift_value() + m.engine_yuan(), m.shift_number(), m.shift_amount() + m.engine_yuan()]}
            rows={pieces}
          />
        </section>
      )}
      <div className="shift-signatures">
        <p>{m.shift_signed_seller()}</p>
        <p>{m.shift_signed_next()}</p>
      </div>
    </>
  );
}

function Cells({ title, heads, rows }: { title: string; heads: string[]; rows: string[][] }) {
  return (
    <TableFrame label={title}>
      <table className="table table-cards">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th key={head} scope="col" className={place > 0 ? "num" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = "", ...cells]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {cells.map((cell, place) => (
                <td key={heads[place + 1]} className="num" data-label={heads[place + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
