/** The codes of an activity (`/ticketConfig/activityCardList/:id/codes`): how they stand, and the one export of them. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { activityCodes } from "~/contract/ticket/activity-card";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";

export const handle = { menu: "/ticketConfig/activityCardList" };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  const id = Number(params.id);
  const codes = await context.dispatch.call(activityCodes, { id });
  const path = `/ticketConfig/activityCardList/${id}`;
  return {
    ...codes,
    path,
    list: `/ticketConfig/activityCodeList?activityCardId=${id}`,
    mayIssue: mayPress(context, "activityCard:issue"),
    /** The reason was left out. */
    reasonMissing: new URL(request.url).searchParams.has("reason"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${m.card_codes()} ${data?.name ?? ""}` }];

export default function ActivityCodes() {
  const { name, path, list, mayIssue, issuedAt, issuedBy, quantity, free, used, voided, reasonMissing } =
    useLoaderData<typeof loader>();
  const figures: [string, number][] = [
    [m.card_quantity(), quantity],
    [m.card_page_free(), free],
    [m.card_used(), used],
    [m.card_page_voided(), voided],
  ];
  return (
    <div className="page">
      <header className="page-head">
        <h1>
          {m.card_codes()} · {name}
        </h1>
        <div className="toolbar">
          <Link className="button" to={list}>
            {m.card_codes()}
          </Link>
          <Link className="button" to={path}>
            {m.engine_back()}
          </Link>
        </div>
      </header>
      <section className="panel">
        <dl className="facts">
          {figures.map(([label, n]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{n}</dd>
            </div>
          ))}
        </dl>
        <p>{issuedAt ? m.card_page_issued({ at: issuedAt, by: issuedBy }) : m.card_page_not_issued()}</p>
        <p className="dim">{m.card_page_about()}</p>
        {mayIssue && !issuedAt && (
          // A document of the browser's own: the answer is the file.
          <form method="post" action={`${path}/codes/file`}>
            <button className="button button-primary">{m.card_page_issue()}</button>
          </form>
        )}
        {mayIssue && issuedAt && (
          <details open={reasonMissing}>
            <summary>{m.card_page_anew()}</summary>
            <form method="post" action={`${path}/codes/file`}>
              <p>{m.card_page_anew_about()}</p>
              <input type="hidden" name="anew" value="T" />
              <div className="field">
                <label htmlFor="reason">{m.card_page_reason()}</label>
                <input
                  className="input"
                  id="reason"
                  name="reason"
                  maxLength={200}
                  autoComplete="off"
                  required
                  aria-invalid={reasonMissing ? true : undefined}
                  aria-describedby={reasonMissing ? "reason-error" : undefined}
                />
                {reasonMissing && (
                  <p className="field-error" id="reason-error">
                    {m.v_enter({ label: m.card_page_reason() })}
                  </p>
                )}
              </div>
              <button className="button button-danger">{m.card_page_anew()}</button>
            </form>
          </details>
        )}
      </section>
    </div>
  );
}
