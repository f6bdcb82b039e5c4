/** Whom a host name leads to, before anybody has signed in. */
import { z } from "zod";
import { method } from "../method";

/** Whose host name it is, for the console's edge: it is asked for one name at a time, and tells of no other. */
export const tenantOfHost = method("platform", "tenantOfHost", {
  payload: z.object({ host: z.string().max(253) }),
  answer: z.object({ corpCode: z.string(), name: z.string() }).nullable(),
  access: "public",
});
export type TenantOfHost = NonNullable<z.output<typeof tenantOfHost.answer>>;
