/** Seats of a pre-selection (`/preSelect/:id/seats`): tick, set aside, give back. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { m } from "~/contract/messages";
import { theatreAsideMap, theatreSetAside } from "~/contract/theatre/preselect";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { idOf, idsOf, partOf } from "./sale-press.server";
import { useSeatPick } from "./seat-pick";
import { PickHelp, RowBlocks, SeatLegend, SeatTable } from "./seat-table";
import "./seats.css";

export const handle = { menu: "/preSelect" };
export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page ? m.theatre_aside_title({ name: page.name }) : "" },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const preselectId = idIn(params);
  const page = await context.dispatch.call(theatreAsideMap, {
    preselectId,
    ...partOf(new URL(request.url).searchParams),
  });
  return { ...page, mayEdit: page.status === "open" && mayPress(context, "theatrePreselect:edit") };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const preselectId = idIn(params);
  const form = await request.formData();
  const off = form.get("intent") === "off";
  const wish = { preselectId, seatIds: idsOf(form, "seat"), ...(off ? { off } : { withPartners: true }) };
  const tried = await attempt(context, () => context.dispatch.call(theatreSetAside, wish));
  if (!tried.ok) return data({ notice: noticeOfRefusal(tried.refusal) }, tried.refusal.status);
  const area = idOf(form.get("area"));
  const to = `/preSelect/${preselectId}/seats${area === undefined ? "" : `?area=${area}`}`;
  return done(context, to, { text: m.theatre_did_aside({ n: tried.value.seats }) });
}

export default function PreselectSeats() {
  const { id, name, until, seats, map, mayEdit } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const form = useRef<HTMLFormElement>(null);
  const ticked = useSeatPick(form);
  const isLive = useHydrated();
  const own = new Set(seats.map(({ seatId }) => seatId));
  const seated = map.areas.filter(({ kind }) => kind === "seats");
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.theatre_aside_title({ name })}</h1>
        <div className="toolbar">
          <Link className="button" to={`/preSelect/${id}`}>
            {m.theatre_preselect()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} />
      <section className="panel">
        <p>
          {map.session.name} · {m.theatre_aside_now({ n: seats.length, until: until.slice(0, 16) })}
        </p>
        <p className="dim">{seats.map(({ label }) => label).join(m.words_comma())}</p>
        {seated.length > 1 && (
          <nav className="segments" aria-label={m.theatre_areas()}>
            {seated.map((area) => (
              <Link
                key={area.id}
                className="segment"
                to={`/preSelect/${id}/seats?area=${area.id}`}
                aria-current={area.id === map.areaId ? "true" : undefined}
              >
                {area.name} {area.free}/{area.places}
              </Link>
            ))}
          </nav>
        )}
        <SeatLegend />
        <Form ref={form} method="post" className="seat-pick">
          <input type="hidden" name="area" value={map.areaId ?? ""} />
          {mayEdit && (
            <p>
              <button className="button button-primary" name="intent" value="take">
                {m.theatre_aside_take()}
              </button>{" "}
              <button className="button" name="intent" value="off">
                {m.theatre_aside_off()}
              </button>
            </p>
          )}
          <RowBlocks blocks={map.blocks} to={`/preSelect/${id}/seats?area=${map.areaId}`} />
          {mayEdit && isLive && <PickHelp ticked={ticked} />}
          <SeatTable
            rows={map.rows}
            zones={map.zones}
            open={({ id: seatId, state, kind }) =>
              mayEdit && kind !== "blocked" && (state === "free" || own.has(seatId))
            }
          />
        </Form>
      </section>
    </div>
  );
}
