/** A tenant's own host name: whoever comes by it finds that tenant's sign-in page. Head office sets it. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { id, wholeNumber } from "../validators";

export const tenantHost = method("platform", "tenantHost", {
  payload: z.object({ id }),
  answer: z.object({ id, name: z.string(), code: z.string(), rowVersion: wholeNumber(0), host: z.string() }),
  access: { fun: "tenantList" },
});

/** `was`: what it had before, so that a host name taken away by mistake is put back with one press. */
export const tenantHostSave = method("platform", "tenantHostSave", {
  payload: z.object({
    id,
    rowVersion: wholeNumber(0),
    /** "" for none. */
    host: z.string().max(253, { error: () => m.tenant_host_form() }),
  }),
  answer: z.object({ host: z.string(), was: z.string() }),
  access: { fun: "tenantList", button: "tenant:edit" },
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_tenant_host({ name }),
});
