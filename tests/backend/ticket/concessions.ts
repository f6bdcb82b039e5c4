/** Concessions for tests: rules, types that are sold under them, and people of an age or a place. */
import type { PayloadOf } from "~/contract/method";
import { concession } from "~/contract/ticket/concession";
import type { TestBackend } from "~tests/support/backend";
import { withCheckDigit } from "~tests/support/identity";

const none = { ageFrom: null, ageTo: null, heightTo: null, areas: null, perAdult: null, remark: null };

export async function saveConcession(backend: TestBackend, fields: Record<string, unknown>, as = backend.admin) {
  const whole = { ...none, proof: "shown", shows: "身份证", ...fields };
  return backend.call(concession.methods.save, whole as PayloadOf<typeof concession.methods.save>, { as });
}

export async function addConcession(backend: TestBackend, fields: Record<string, unknown>): Promise<number> {
  const reply = await saveConcession(backend, fields);
  if (!reply.success) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`);
  return (reply.data as { id: number }).id;
}

/** A number of that area (six digits) and day of birth (yyyyMMdd). */
export const numberOf = (area: string, born: string) => withCheckDigit(`${area}${born}123`);

export const visitorOf = (name: string, identity: string, document = "resident", country = "") =>
  ({ name, identity, document, country }) as { name: string; identity: string };
