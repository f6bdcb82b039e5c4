/** The regional plan of a month (`/regionalPlan/index`), on the screen and on paper. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan as yuan } from "~/contract/money";
import { isMonth } from "~/contract/travel/month";
import { regionalPlan } from "~/contract/travel/plan";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { NamedTable, PeriodForm } from "./period-form";

const path = "/regionalPlan/index";

export const handle = { menu: path };

const pages = { region: "/regionalPlan/regions", salesman: "/addSalesmanManage", agency: "/travel/agencyList" };
const share = (done: number, target: number) => (target > 0 ? `${Math.floor((done * 100) / target)}%` : "");
const some = (n: number) => (n === 0 ? "" : String(n));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("month") ?? "";
  const { month, rows } = await context.dispatch.call(regionalPlan, isMonth(asked) ? { month: asked } : {});
  return {
    month,
    wrong: asked !== "" && !isMonth(asked),
    title: m.trade_plan_title({ month }),
    rows: rows.map((row) => {
      const to = row.id === 0 ? "" : `${pages[row.kind]}/${row.id}`;
      return {
        ...{ key: `${row.kind}${row.id}/${row.depth}`, kind: row.kind, depth: row.depth, name: row.name },
        to: to && context.mayOpen(to) ? to : "",
        agencies: row.kind === "agency" ? "" : some(row.agencies),
        targetPersons: some(row.targetPersons),
        persons: some(row.persons),
        sharePersons: share(row.persons, row.targetPersons),
        targetAmount: row.targetAmount === 0 ? "" : yuan(row.targetAmount),
        amount: row.amount === 0 ? "" : yuan(row.amount),
        shareAmount: share(row.amount, row.targetAmount),
      };
    }),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function Plan() {
  const { title, month, wrong, rows } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <Link className="button" to="/regionalPlan/regions">
            {m.trade_regions()}
          </Link>
          <Link className="button" to={`/regionalPlan/targets?month=${month}`}>
            {m.trade_targets()}
          </Link>
        </div>
      </header>
      <PeriodForm by="month" value={month} wrong={wrong} />
      {rows.length === 0 ? <p className="empty">{m.trade_plan_empty()}</p> : <Rows title={title} rows={rows} />}
    </div>
  );
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

function Rows({ title, rows }: { title: string; rows: Row[] }) {
  const figures = [
    m.trade_plan_agencies(),
    m.trade_target_persons(),
    m.trade_plan_persons(),
    m.trade_plan_share(),
    m.trade_target_amount(),
    m.trade_plan_amount(),
    m.trade_plan_share(),
  ];
  return (
    <NamedTable
      label={title}
      className="table plan"
      head={
        <>
          <th scope="col">{m.trade_plan_who()}</th>
          {figures.map((label, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of them have one name
            <th scope="col" className="num" key={place}>
              {label}
            </th>
          ))}
        </>
      }
    >
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one agency may stand below two salesmen
        <tr key={place} className={`plan-${row.kind}`}>
          <th scope="row" style={{ paddingInlineStart: `${8 + row.depth * 18}px` }}>
            {row.to ? <Link to={row.to}>{row.name}</Link> : row.name}
          </th>
          <td className="num">{row.agencies}</td>
          <td className="num">{row.targetPersons}</td>
          <td className="num">{row.persons}</td>
          <td className="num">{row.sharePersons}</td>
          <td className="num">{row.targetAmount}</td>
          <td className="num">{row.amount}</td>
          <td className="num">{row.shareAmount}</td>
        </tr>
      ))}
    </NamedTable>
  );
}
