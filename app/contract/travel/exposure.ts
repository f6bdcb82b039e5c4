/** What agencies owe and may still buy, by agency: the page that finance goes through before it calls anybody. */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { fenInAll, id } from "../validators";
import { accountStanding } from "./account";

export const exposureRow = accountStanding.extend({
  id,
  name: z.string(),
  settlement: z.string(),
  state: z.string(),
  /** Of its region, or of its salesman's. */
  region: z.string(),
  salesman: z.string(),
  /** What is owed by its age in days: to 30, 60, 90, and older. */
  ages: z.array(fenInAll),
});
export type ExposureRow = z.output<typeof exposureRow>;

export const agencyExposure = method("manage", "agencyExposure", {
  /** A region stands for those below it too. */
  payload: z.object({
    regionId: id.optional(),
    salesmanId: id.optional(),
    /** Rows of all agencies, in place of those of the page. */
    all: z.boolean().default(false),
  }),
  answer: z.object({
    rows: z.array(exposureRow),
    /** Agencies that the filter finds; the total is of all of them. */
    count: z.number().default(0),
    total: accountStanding.extend({ ages: z.array(fenInAll) }),
    regions: z.array(option),
    salesmen: z.array(option),
    /** There are more than the rows. */
    more: z.boolean(),
  }),
  access: { fun: "agencyExposure" },
});
