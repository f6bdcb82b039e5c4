/** Parks that sell for a venue (`/addParkList`). */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { theatreVenueParks, theatreVenueParksSave } from "~/contract/theatre/venue";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, noticeOfRefusal } from "~/form/submission.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { idOf, idsOf } from "./sale-press.server";
import "./seats.css";

const path = "/addParkList";

export const handle = { menu: "/theatre_set/venueList" };
export const meta: MetaFunction = () => [{ title: m.theatre_venue_parks() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const venueId = idOf(new URL(request.url).searchParams.get("venue"));
  const answer = await context.dispatch.call(theatreVenueParks, { ...(venueId !== undefined && { venueId }) });
  return { ...answer, mayEdit: mayPress(context, "theatreVenue:edit") };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const venueId = idOf(form.get("venue")) ?? 0;
  const wish = { venueId, parkIds: idsOf(form, "park") };
  const tried = await attempt(context, () => context.dispatch.call(theatreVenueParksSave, wish), m.error_save_title());
  if (!tried.ok) return data({ notice: noticeOfRefusal(tried.refusal) }, tried.refusal.status);
  return done(context, `${path}?venue=${venueId}`, { text: m.theatre_did_parks({ n: tried.value.parks }) });
}

export default function VenueParks() {
  const { venues, venue, mayEdit } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{venue ? m.theatre_parks_of({ venue: venue.name }) : m.theatre_venue_parks()}</h1>
        <div className="toolbar">
          <Link className="button" to="/theatre_set/venueList">
            {m.fun_venue_list()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} />
      {!venue && (
        <section className="panel">
          <p className="empty">{m.theatre_parks_none()}</p>
        </section>
      )}
      {venues.length > 1 && (
        <Form method="get" className="panel seat-forms">
          <Field name="venue" label={m.theatre_venue()}>
            <select className="input" defaultValue={String(venue?.id ?? "")} key={venue?.id}>
              {venues.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <button className="button">{m.theatre_show_day()}</button>
        </Form>
      )}
      {venue && (
        <Form method="post" className="panel" key={`parks-${venue.id}`}>
          <input type="hidden" name="venue" value={venue.id} />
          <ul className="seat-mine-list">
            {venue.parks.map(({ id, name, there, own }) => (
              <li key={id}>
                <label className="choice">
                  <input type="checkbox" name="park" value={id} defaultChecked={there} disabled={own || !mayEdit} />{" "}
                  {name}
                  {own && <span className="dim"> ({m.theatre_own_park()})</span>}
                </label>
              </li>
            ))}
          </ul>
          {mayEdit && <button className="button button-primary">{m.theatre_save()}</button>}
        </Form>
      )}
    </div>
  );
}
