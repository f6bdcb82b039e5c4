/** Access applications: the systems that let our staff in, and their secrets. */
import { randomBytes } from "node:crypto";
import { isTaxNumber } from "~/contract/invoice/tax-number";
import { m } from "~/contract/messages";
import { accessApp as contract, renewAccessSecret } from "~/contract/platform/access-app";
import { prepared } from "../../kernel/prepared";
import { Invalid, NotFound } from "../../kernel/refusal";
import type { Values } from "../../kernel/resource-backend";
import { holdsSecret, readSecret, sealSecret } from "../../kernel/secret-columns";
import { type Call, type Served, serve } from "../../kernel/served";
import { accessApp } from "./access-schema";
import { originOf } from "./auth-code";

/** Of rows of others that name an application. */
export const applicationReference = { table: accessApp, name: accessApp.name, status: accessApp.status };

holdsSecret(accessApp.secret);
holdsSecret(accessApp.previousSecret);
const newSecret = () => randomBytes(32).toString("hex");

const renewed = `
  update access_app
  set secret = $3,
      previous_secret = $4,
      previous_until = $5,
      row_version = row_version + 1,
      updated_at = $2
  where id = $1
  returning code, name
`;

const serveRenew = serve(renewAccessSecret, async (call, { id, overlapHours }) => {
  const { db, now, audit } = call;
  const secret = newSecret();
  const sealed = sealSecret(call, accessApp.secret, secret);
  const [before] = await prepared<{ secret: string }>(db, "select secret from access_app where id = $1 for update", [
    id,
  ]);
  if (!before) throw new NotFound();
  // What is sealed for one column does not open in another.
  const kept = overlapHours > 0 ? readSecret(call, accessApp.secret, before.secret) : null;
  const previous = kept === null ? null : sealSecret(call, accessApp.previousSecret, kept);
  const until = kept === null ? null : new Date(now.getTime() + overlapHours * 3_600_000);
  const values = [id, now, sealed, previous, until];
  const [row] = await prepared<{ code: string; name: string }>(db, renewed, values);
  if (!row) throw new NotFound();
  audit({ thing: contract.noun, thingId: id, label: row.name, after: { secret: "renewed", overlapHours } });
  return { appId: row.code, secret };
});

/** What is told of one beside other businesses: called of every save. */
export function checkApplication(call: Call, values: Values, before: Values | null): void {
  const { origin } = values;
  values.origin = origin ? originOf(String(origin)) : null;
  if (origin && !values.origin) throw new Invalid({ origin: [m.frames_origin_wrong()] });
  if (!values.origin && !(values.scopes as string[] | null)?.length) {
    throw new Invalid({ origin: [m.open_origin_or_scopes()] });
  }
  if (values.webhookUrl && !originOf(String(values.webhookUrl))) {
    throw new Invalid({ webhookUrl: [m.open_webhook_wrong()] });
  }
  if (values.taxTitle && !values.taxNumber) throw new Invalid({ taxNumber: [m.open_tax_both()] });
  if (values.taxNumber && !values.taxTitle) throw new Invalid({ taxTitle: [m.open_tax_both()] });
  if (values.taxNumber && !isTaxNumber(String(values.taxNumber))) {
    throw new Invalid({ taxNumber: [m.invoice_v_tax_number()] });
  }
  // Nobody knows it before it is renewed, and told.
  if (!before) values.secret = sealSecret(call, accessApp.secret, newSecret());
}

/** Applications themselves are served by the open API, which knows whose accounts they may sell on. */
export const accessSecretServed: Served[] = [serveRenew];
