/** The agency that buys: whose prices count, and whose account may pay. Found by its code, or by a part of its name. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Labelled } from "./labelled";

interface Props {
  typed: Record<string, string>;
  errors: FieldErrors;
  /** Who it is and what its account bears, once it was worked out. */
  said: string;
}

export function CounterAgency({ typed, errors, said }: Props) {
  const describedBy = errors.agency ? "agency-error" : said ? "agency-said" : undefined;
  return (
    <Labelled name="agency" label={m.sale_agency()} errors={errors}>
      <input
        className="input"
        id="agency"
        name="agency"
        maxLength={80}
        autoComplete="off"
        placeholder={m.sale_agency_help()}
        defaultValue={typed.agency ?? ""}
        aria-invalid={errors.agency ? true : undefined}
        aria-describedby={describedBy}
      />
      {!errors.agency && said !== "" && (
        <p className="dim" id="agency-said">
          {said}
        </p>
      )}
    </Labelled>
  );
}
