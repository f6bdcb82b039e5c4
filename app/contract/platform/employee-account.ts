/** What an employee's page says of the account that they sign in with. */
import { z } from "zod";
import { method } from "../method";
import { id } from "../validators";

export const employeeAccount = method("platform", "employeeAccount", {
  payload: z.object({ id }),
  answer: z.object({
    account: z
      .object({
        id,
        accName: z.string(),
        status: z.enum(["T", "F"]),
        roles: z.string(),
        /** When it signed in last, to the minute; "" for never. */
        seen: z.string(),
      })
      .nullable(),
    /** The caller may make one for the employee. */
    makes: z.boolean(),
    /** The caller may disable it, or enable it again. */
    switches: z.boolean(),
  }),
  access: { fun: "employeeList" },
});
