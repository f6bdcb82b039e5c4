/** A sales page (`/ticketConfig/listPages/7`): as it looks today, its fields, its ticket types, what became of it. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { previewSalesPage } from "~/contract/ticket/sales-page";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { DetailPage } from "~/resource/parts/detail-page";
import { idIn } from "../query.server";
import "./sales-page.css";

export async function loader(args: LoaderFunctionArgs) {
  const [view, { groups, posNames }] = await Promise.all([
    loadDetail(args),
    args.context.dispatch.call(previewSalesPage, { id: idIn(args.params) }),
  ]);
  return {
    view,
    shownAt:
      posNames.length > 0
        ? m.sales_page_shown_at({ names: posNames.join(m.words_comma()) })
        : m.sales_page_shown_nowhere(),
    groups: groups.map(({ heading, types }) => ({
      heading: heading || (groups.length > 1 ? m.sales_page_ungrouped() : ""),
      types: types.map((type) => ({ ...type, price: formatYuan(type.price) })),
    })),
  };
}

export const action = (args: ActionFunctionArgs) => commandDetail(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.view.heading ?? "" }];

export default function SalesPage() {
  const { view, groups, shownAt } = useLoaderData<typeof loader>();
  return (
    <DetailPage view={view} notice={useActionData<typeof action>()?.notice}>
      <section className="panel" aria-label={m.sales_page_preview()}>
        <h2>{m.sales_page_preview()}</h2>
        <p className="dim">{shownAt}</p>
        {groups.map(({ heading, types }) => (
          <div key={heading}>
            {heading && <h3 className="sales-heading">{heading}</h3>}
            <ul className="sales-tiles">
              {types.map((type) => (
                <li key={type.ticketTypeId} className={type.whyNot ? "sales-off" : undefined}>
                  <strong>{type.name}</strong>
                  <small className="dim">{type.parkName}</small>
                  <span className="money">¥{type.price}</span>
                  {type.whyNot && <small>{type.whyNot}</small>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </DetailPage>
  );
}
