/** The guide who brings the visitors: counted for them, and for their rewards. Found by certificate or a part of the name. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { Labelled } from "./labelled";

interface Props {
  typed: Record<string, string>;
  errors: FieldErrors;
  /** Who it is, once it was looked up. */
  said: string;
}

export function CounterGuide({ typed, errors, said }: Props) {
  const describedBy = errors.guide ? "guide-error" : said ? "guide-said" : undefined;
  return (
    <Labelled name="guide" label={m.sale_guide()} errors={errors}>
      <input
        className="input"
        id="guide"
        name="guide"
        maxLength={80}
        autoComplete="off"
        placeholder={m.sale_guide_help()}
        defaultValue={typed.guide ?? ""}
        aria-invalid={errors.guide ? true : undefined}
        aria-describedby={describedBy}
      />
      {!errors.guide && said !== "" && (
        <p className="dim" id="guide-said">
          {said}
        </p>
      )}
    </Labelled>
  );
}
