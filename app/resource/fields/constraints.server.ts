/** What a browser may check of an input before it is sent, from the field's declaration: attributes of HTML. */
import type { Field, PatternField, PatternKind } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { today } from "~/contract/validators";

/** Attributes of an input. `title` is what is said of a value that does not fit. */
export interface Constraints {
  type?: string;
  inputMode?: "numeric" | "decimal" | "tel" | "email" | "url";
  maxLength?: number;
  min?: string;
  max?: string;
  step?: number;
  pattern?: string;
  title?: string;
}

const patterns: { [K in PatternKind]: (field: PatternField) => Constraints } = {
  identity: () => ({ maxLength: 18, pattern: "[1-9]\\d{16}[\\dXx]", title: m.v_identity() }),
  // How a number of another country is written is the server's to say.
  mobile: ({ abroad }) =>
    abroad
      ? { type: "tel", maxLength: 24, title: m.v_visitor_mobile() }
      : { type: "tel", maxLength: 11, pattern: "1[3-9]\\d{9}", title: m.v_mobile() },
  telephone: () => ({ type: "tel", maxLength: 20, title: m.v_telephone() }),
  email: () => ({ type: "email", maxLength: 200, title: m.v_email() }),
  postalCode: () => ({ inputMode: "numeric", maxLength: 6, pattern: "\\d{6}", title: m.v_postal_code() }),
  url: () => ({ type: "url", maxLength: 500, title: m.forms_v_url() }),
};

export function constraintsOf(field: Field): Constraints {
  switch (field.kind) {
    case "text":
      // Codes have two messages, so the server says which.
      return { maxLength: field.code ? 40 : field.max };
    case "secret":
      return { type: "password", maxLength: field.max };
    case "richText":
      return { maxLength: field.max };
    case "number":
      return { inputMode: field.decimals ? "decimal" : "numeric", maxLength: 20 };
    case "money":
      return { inputMode: "decimal", maxLength: 20 };
    case "date":
      return { type: "date", min: "1900-01-01", max: field.noFuture ? today() : "2199-12-31", title: m.v_date() };
    case "range":
      return { type: "date", min: "1900-01-01", max: "2199-12-31", title: m.v_date() };
    case "time":
      return { type: "time", title: m.forms_v_time() };
    case "moment":
      return { type: "datetime-local", step: 1, title: m.forms_v_moment() };
    case "dictionary":
    case "several":
    case "reference":
    case "tree":
    case "area":
    case "boolean":
    case "image":
    case "file":
    case "own":
    case "group":
    case "lines":
      return {};
    default:
      return patterns[field.kind](field);
  }
}
