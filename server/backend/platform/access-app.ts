/** Access applications: the systems that let our staff in, and their secrets. */

import { m } from "~/contract/messages";
import { accessApp as contract, renewAccessSecret } from "~/contract/platform/access-app";
import { prepared } from "../kernel/prepared";
import { Invalid, NotFound } from "../kernel/refusal";
import { serveResource } from "../kernel/resource";
import { type Served, serve } from "../kernel/served";
import { accessApp } from "./access-schema";
import { originOf } from "./auth-code";

const renewed = `
  update access_app
  set secret = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
      row_version = row_version + 1,
      updated_at = $2
  where id = $1
  returning code, name, secret
`;

const serveRenew = serve(renewAccessSecret, async ({ db, now, audit }, { id }) => {
  const [row] = await prepared<{ code: string; name: string; secret: string }>(db, renewed, [id, now]);
  if (!row) throw new NotFound();
  audit({ thing: contract.noun, thingId: id, label: row.name, after: { secret: "renewed" } });
  return { appId: row.code, secret: row.secret };
});

export const accessAppServed: Served[] = [
  ...serveResource(contract, {
    table: accessApp,
    check: (_call, values) => {
      const origin = originOf(String(values.origin ?? ""));
      if (!origin) throw new Invalid({ origin: [m.frames_origin_wrong()] });
      values.origin = origin;
    },
  }),
  serveRenew,
];
