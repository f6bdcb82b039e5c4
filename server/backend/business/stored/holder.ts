/** Who a stored-value card is registered to: kind of document, country of a passport and number together are the person. */
import { z } from "zod";
import { documentKind, readVisitor } from "~/contract/identity-document";
import { m } from "~/contract/messages";
import { Invalid } from "../../kernel/refusal";

export interface StoredHolder {
  holderName: string | null;
  /** Null of whoever is not named. */
  document: string | null;
  /** Of passports alone. */
  country: string | null;
  identity: string | null;
}

const shown = z
  .object({ name: z.string(), document: documentKind, country: z.string(), identity: z.string() })
  .transform(readVisitor);

/** What was typed, read as a document of its kind. A passport's whole zone says its name too, where none was typed. */
export function readHolder({ holderName, document, country, identity }: StoredHolder): StoredHolder {
  if ((identity ?? "").trim() === "") return { holderName, document: null, country: null, identity: null };
  const kind = documentKind.safeParse(document ?? "resident");
  if (!kind.success) throw new Invalid({ document: [m.v_option()] });
  const read = shown.safeParse({
    ...{ name: holderName ?? "", document: kind.data, country: country ?? "", identity: identity ?? "" },
  });
  if (!read.success)
    throw new Invalid(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), [message]])));
  const { name, ...person } = read.data;
  return { holderName: name || null, ...person, country: person.country || null };
}
