/** What agencies owe, how old it is, and what they may still buy (`/travel/exposure`), on the screen and on paper. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { agencyExposure, type ExposureGroup, exposurePage } from "~/contract/travel/exposure";
import { pagerView, readListQuery } from "~/resource/parts/list-query.server";
import { Pager } from "~/resource/parts/pager";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { paperOf } from "~/widgets/print/paper.server";
import { labelIn, Printable, PrintLink } from "~/widgets/print/printable";
import { TableFrame } from "~/widgets/table-frame";
import { exposureAsked } from "./exposure-asked.server";
import { amountsOf, exposureHeads } from "./exposure-columns";
import "./exposure.css";

const path = "/travel/exposure";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.account_exposure() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = exposureAsked(request);
  const paper = paperOf({ request, context });
  const list = readListQuery(new URL(request.url), [], []);
  // On paper all of them stand, on the screen a page.
  const which = "at" in paper ? { all: true } : { pageNo: list.payload.pageNo };
  const { rows, ...answer } = await context.dispatch.call(agencyExposure, { ...asked, ...which });
  const to = (id: number) => `/travel/agencyList/${id}/account`;
  return {
    ...answer,
    paper,
    pager: {
      ...pagerView({ ...answer, pageSize: exposurePage, capped: false }, list),
      sizes: [],
    },
    rows: rows.map((row) => ({ ...row, to: context.mayOpen(to(row.id)) ? to(row.id) : "" })),
    asked: Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)])),
  };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function Exposure() {
  const page = useLoaderData<typeof loader>();
  const query = new URLSearchParams(page.asked).toString();
  return (
    <Printable
      paper={page.paper}
      said={[labelIn(page.regions, page.asked.regionId), labelIn(page.salesmen, page.asked.salesmanId)]}
    >
      <header className="page-head">
        <h1>{m.account_exposure()}</h1>
        <div className="toolbar no-print">
          <PrintLink paper={page.paper} />
          <a className="button" href={`${path}/file${query && `?${query}`}`} download>
            {m.stored_file()}
          </a>
        </div>
      </header>
      <Form method="get" action={path} className="filters panel no-print" role="search" key={query}>
        <Choice name="regionId" label={m.travel_region()} options={page.regions} chosen={page.asked.regionId ?? ""} />
        <Choice
          name="salesmanId"
          label={m.travel_salesman()}
          options={page.salesmen}
          chosen={page.asked.salesmanId ?? ""}
        />
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      <Groups
        name="salesmanId"
        label={m.travel_salesman()}
        none={m.trade_plan_nobody()}
        groups={page.bySalesman}
        {...page}
      />
      <Groups
        name="regionId"
        label={m.travel_region()}
        none={m.trade_plan_nowhere()}
        groups={page.byRegion}
        {...page}
      />
      <section className="panel">
        {page.rows.length === 0 ? (
          <p className="empty">{m.account_exposure_none()}</p>
        ) : (
          <>
            <p className="dim">{m.account_exposure_unit()}</p>
            <Rows {...page} />
            {page.totalPage > 1 && (
              <div className="no-print">
                <Pager pager={page.pager} path={path} />
              </div>
            )}
          </>
        )}
      </section>
    </Printable>
  );
}

function Choice({ name, label, options, chosen }: { name: string; label: string; options: Option[]; chosen: string }) {
  return (
    <div className="field">
      <label htmlFor={`exposure-${name}`}>{label}</label>
      <select className="input" id={`exposure-${name}`} name={name} defaultValue={chosen}>
        <option value="">{m.account_everybody()}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface GroupsProps {
  name: "regionId" | "salesmanId";
  label: string;
  none: string;
  groups: ExposureGroup[];
  asked: Loaded["asked"];
  paper: Loaded["paper"];
}

/** Whose agencies owe how much: folded beneath the filter and open on paper. One alone says what the total says. */
function Groups({ paper, ...of }: GroupsProps) {
  if (of.groups.length < 2) return null;
  const title = m.account_exposure_by({ label: inSentence(of.label) });
  if ("at" in paper)
    return (
      <section className="panel">
        <h2>{title}</h2>
        <GroupRows title={title} {...of} />
      </section>
    );
  return (
    <details className="panel">
      <summary>{title}</summary>
      <GroupRows title={title} {...of} />
    </details>
  );
}

/** Each leads to its agencies. */
function GroupRows({ title, name, label, none, groups, asked }: Omit<GroupsProps, "paper"> & { title: string }) {
  return (
    <TableFrame label={title}>
      <table className="table exposure">
        <caption className="visually-hidden">{title}</caption>
        <Head label={label} />
        <tbody>
          {groups.map((group) => (
            <tr key={group.id}>
              <th scope="row">
                {group.id > 0 ? (
                  <Link to={`${path}?${new URLSearchParams({ ...asked, [name]: String(group.id) })}`}>
                    {group.name}
                  </Link>
                ) : (
                  none
                )}
                <small className="dim">{m.account_exposure_agencies({ n: group.agencies })}</small>
              </th>
              <AmountCells cells={amountsOf(group).map(formatYuan)} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

const Head = ({ label }: { label: string }) => (
  <thead>
    <tr>
      <th scope="col" className="exposure-agency">
        {label}
      </th>
      {exposureHeads.map((head) => (
        <th scope="col" className="num" key={head()}>
          {head()}
        </th>
      ))}
    </tr>
  </thead>
);

function Rows({ rows, total }: Loaded) {
  return (
    <TableFrame label={m.account_exposure()}>
      <table className="table exposure">
        <caption className="visually-hidden">{m.account_exposure()}</caption>
        <Head label={m.travel_agency()} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.to ? <Link to={row.to}>{row.name}</Link> : row.name}
                <small className="dim">
                  {[row.settlement, row.state, row.region, row.salesman].filter(Boolean).join(" · ")}
                </small>
              </th>
              <AmountCells cells={amountsOf(row).map(formatYuan)} />
            </tr>
          ))}
          <tr className="table-sum">
            <th scope="row">{m.cash_up_all()}</th>
            <AmountCells cells={amountsOf(total).map(formatYuan)} />
          </tr>
        </tbody>
      </table>
    </TableFrame>
  );
}
