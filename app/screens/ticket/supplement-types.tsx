/** What tickets could become: each type with its price and the difference, or why it is not sold now. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { SupplementPage } from "./supplement-form.server";

interface Props {
  types: SupplementPage["types"];
  slots: string[];
  typed: Record<string, string>;
  errors: FieldErrors;
}

export function SupplementTypes({ types, slots, typed, errors }: Props) {
  if (types.length === 0) return null;
  const wrong = errors.toTypeId?.[0];
  return (
    <>
      <fieldset className="plain">
        <legend>{m.supplement_to()}</legend>
        {wrong && (
          <p className="field-error" id="toTypeId-error">
            {wrong}
          </p>
        )}
        <div className="table-frame">
          <table className="table table-cards table-picks">
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{m.supplement_to()}</span>
                </th>
                <th scope="col">{m.sale_ticket()}</th>
                <th scope="col" className="num">
                  {m.sale_price()}
                </th>
                <th scope="col" className="num">
                  {m.supplement_each()}
                </th>
              </tr>
            </thead>
            <tbody>
              {types.map(({ id, name, price, due, whyNot }) => (
                <tr key={id}>
                  <td className="tick">
                    <input
                      type="radio"
                      name="toTypeId"
                      value={id}
                      id={`type-${id}`}
                      defaultChecked={typed.toTypeId === String(id)}
                      disabled={whyNot !== ""}
                      aria-describedby={wrong ? "toTypeId-error" : undefined}
                    />
                  </td>
                  <th scope="row" className="pick-name">
                    <label htmlFor={`type-${id}`}>{name}</label>
                    {whyNot && <small className="counter-why">{whyNot}</small>}
                  </th>
                  <td className="num" data-label={m.sale_price()}>
                    {price}
                  </td>
                  <td className="num" data-label={m.supplement_each()}>
                    {due}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </fieldset>
      {slots.length > 0 && (
        <div className="field">
          <label htmlFor="toSlot">{m.change_slot()}</label>
          <select
            className="input"
            id="toSlot"
            name="toSlot"
            defaultValue={typed.toSlot ?? ""}
            aria-invalid={errors.toSlot ? true : undefined}
            aria-describedby={errors.toSlot ? "toSlot-error" : undefined}
          >
            <option value="">{m.supplement_slot_choose()}</option>
            {slots.map((slot) => (
              <option key={slot} value={slot}>
                {slot}
              </option>
            ))}
          </select>
          {errors.toSlot && (
            <p className="field-error" id="toSlot-error">
              {errors.toSlot[0]}
            </p>
          )}
        </div>
      )}
    </>
  );
}
