/** Access applications: the systems that let our staff in, and their secrets. */
import { randomBytes } from "node:crypto";
import { m } from "~/contract/messages";
import { accessApp as contract, renewAccessSecret } from "~/contract/platform/access-app";
import { prepared } from "../../kernel/prepared";
import { Invalid, NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { holdsSecret, sealSecret } from "../../kernel/secret-columns";
import { type Served, serve } from "../../kernel/served";
import { accessApp } from "./access-schema";
import { originOf } from "./auth-code";

holdsSecret(accessApp.secret);
const newSecret = () => randomBytes(32).toString("hex");

const renewed = `
  update access_app
  set secret = $3,
      row_version = row_version + 1,
      updated_at = $2
  where id = $1
  returning code, name
`;

const serveRenew = serve(renewAccessSecret, async (call, { id }) => {
  const { db, now, audit } = call;
  const secret = newSecret();
  const sealed = sealSecret(call, accessApp.secret, secret);
  const [row] = await prepared<{ code: string; name: string }>(db, renewed, [id, now, sealed]);
  if (!row) throw new NotFound();
  audit({ thing: contract.noun, thingId: id, label: row.name, after: { secret: "renewed" } });
  return { appId: row.code, secret };
});

export const accessAppServed: Served[] = [
  ...serveResource(contract, {
    table: accessApp,
    check: (call, values, before) => {
      const origin = originOf(String(values.origin ?? ""));
      if (!origin) throw new Invalid({ origin: [m.frames_origin_wrong()] });
      values.origin = origin;
      // Nobody knows it before it is renewed, and told.
      if (!before) values.secret = sealSecret(call, accessApp.secret, newSecret());
    },
  }),
  serveRenew,
];
