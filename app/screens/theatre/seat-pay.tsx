/** The right-hand side of the seat sale: what is held and until when, places without seats, and the payment. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { formatYuan } from "~/contract/money";
import type { theatreMap } from "~/contract/theatre/sale";
import { Field } from "~/form/field";
import { Link } from "~/widgets/link";

interface Props {
  map: AnswerOf<typeof theatreMap>;
  idempotencyKey: string;
  typed: {
    given?: string;
    paymentType?: string;
    contactName?: string;
    contactMobile?: string;
    /** How many people, by the names of their fields. */
    places?: Record<string, string>;
  };
}

export function SeatPay({ map, idempotencyKey, typed }: Props) {
  const { session, mine, areas, asides, shift, policies } = map;
  const action = `/theatre/seatSale?session=${session.id}${map.areaId === null ? "" : `&area=${map.areaId}`}`;
  const loose = areas.filter(({ kind, price }) => kind === "unseated" && price !== null);
  const sells = map.maySell && session.whyNot === "";
  const until = mine.map((one) => one.until).sort()[0];
  const due = mine.reduce((sum, { price }) => sum + price, 0);
  return (
    <aside className="panel">
      <h2>{m.theatre_mine({ n: mine.length })}</h2>
      {shift.needed && !shift.open && (
        <p className="notice notice-warn">
          {m.shift_counter_none()} <Link to="/manage/shift">{m.shift_counter_open()}</Link>
        </p>
      )}
      {mine.length === 0 && <p className="dim">{m.theatre_mine_none()}</p>}
      {mine.length > 0 && (
        <Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="session" value={session.id} />
          <input type="hidden" name="area" value={map.areaId ?? ""} />
          {until && <p className="dim">{m.theatre_hold_until({ at: until.slice(11, 16) })}</p>}
          <ul className="seat-mine-list">
            {mine.map(({ seatId, label, price, policyId, policy }) => (
              <li key={seatId}>
                {label} ¥{formatYuan(price)}{" "}
                {sells && policies.length > 0 ? (
                  <select
                    className="input"
                    name={`policy.${seatId}`}
                    aria-label={m.theatre_policy_of({ seat: label })}
                    defaultValue={String(policyId ?? "")}
                    key={policyId}
                  >
                    <option value="">{policyId === null && policy !== "" ? policy : m.theatre_policy_none()}</option>
                    {policies.map(({ id, name, off }) => (
                      <option key={id} value={id}>
                        {m.theatre_policy_line({ name, off })}
                      </option>
                    ))}
                  </select>
                ) : (
                  policy
                )}{" "}
                <button
                  className="button"
                  name="intent"
                  value={`release:${seatId}`}
                  aria-label={m.theatre_let_go_one({ seat: label })}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
          {sells && policies.length > 0 && (
            <>
              <button className="button" name="intent" value="policy">
                {m.theatre_policy_apply()}
              </button>{" "}
            </>
          )}
          <button className="button" name="intent" value="release">
            {m.theatre_let_go()}
          </button>{" "}
          {sells && (
            <Link className="button" to={`/inside/buyTktList?beside=theatre.${session.id}`}>
              {m.theatre_to_counter()}
            </Link>
          )}
        </Form>
      )}
      {sells && (mine.length > 0 || loose.length > 0) && (
        <Form method="post" action={action}>
          <input type="hidden" name="session" value={session.id} />
          <input type="hidden" name="area" value={map.areaId ?? ""} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <input type="hidden" name="due" value={due} />
          {loose.map((area) => (
            <Places key={area.id} area={area} typed={typed.places ?? {}} />
          ))}
          <p>
            {m.theatre_due()} <span className="seat-due">¥{formatYuan(due)}</span>
          </p>
          <Field name="paymentType" label={m.theatre_pay_by()}>
            <select className="input" defaultValue={typed.paymentType}>
              {map.paymentTypes.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <Field name="given" label={m.theatre_given()}>
            <input className="input" inputMode="decimal" maxLength={12} autoComplete="off" defaultValue={typed.given} />
          </Field>
          <Field name="contactName" label={m.order_contact()}>
            <input className="input" maxLength={40} autoComplete="off" defaultValue={typed.contactName} />
          </Field>
          <Field name="contactMobile" label={m.order_mobile()} help={m.theatre_contact_help()}>
            <input
              className="input"
              inputMode="tel"
              maxLength={24}
              autoComplete="off"
              defaultValue={typed.contactMobile}
            />
          </Field>
          <button className="button button-primary" name="intent" value="sell">
            {m.theatre_sell_now()}
          </button>
        </Form>
      )}
      {asides.length > 0 && (
        <>
          <h2>{m.theatre_asides()}</h2>
          <ul className="seat-mine-list">
            {asides.map(({ id, name, seats, until: end }) => (
              <li key={id}>
                {m.theatre_aside_line({ name, n: seats, until: end.slice(0, 16) })}{" "}
                {sells && (
                  <Form method="post" action={action}>
                    <input type="hidden" name="session" value={session.id} />
                    <input type="hidden" name="preselect" value={id} />
                    <button className="button" name="intent" value="aside">
                      {m.theatre_take_aside()}
                    </button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

/** People of an area without seats: how many at its price, and how many under each policy. What each costs goes along. */
function Places({ area, typed }: { area: Props["map"]["areas"][number]; typed: Record<string, string> }) {
  const { id, name, costs, free, places } = area;
  const left = m.theatre_free_of({ free, places });
  return (
    <fieldset className="seat-places">
      <legend>
        {name} <span className="dim">{left}</span>
      </legend>
      {costs.map(({ policyId, name: policy, price }) => {
        const field = policyId === null ? `place.${id}` : `place.${id}.${policyId}`;
        return (
          <div key={field}>
            <Field name={field} label={`${[name, policy].filter(Boolean).join(" ")} ¥${formatYuan(price)}`}>
              <input className="input" type="number" min={0} max={100} placeholder="0" defaultValue={typed[field]} />
            </Field>
            <input type="hidden" name={`cost.${field}`} value={price} />
          </div>
        );
      })}
    </fieldset>
  );
}
