/** What agencies owe and may still buy, by agency: the page that finance goes through before it calls anybody. */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { fenInAll, id, wholeNumber } from "../validators";
import { accountStanding } from "./account";

/** Agencies of one page. */
export const exposurePage = 100;

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

/** What all agencies of one salesman, or of one region itself, make up; id 0 and no name: of those that have none. */
export const exposureGroup = accountStanding.extend({
  id: wholeNumber(0),
  name: z.string(),
  agencies: z.number(),
  ages: z.array(fenInAll),
});
export type ExposureGroup = z.output<typeof exposureGroup>;

export const agencyExposure = method("manage", "agencyExposure", {
  /** A region stands for those below it too. */
  payload: z.object({
    regionId: id.optional(),
    salesmanId: id.optional(),
    /** {@link exposurePage} rows each, those who owe most first. */
    pageNo: wholeNumber(1, 10_000).default(1),
    /** Rows of all agencies, in place of those of a page. */
    all: z.boolean().default(false),
  }),
  answer: z.object({
    rows: z.array(exposureRow),
    /** Agencies that the filter finds; the total is of all of them. */
    count: z.number().default(0),
    total: accountStanding.extend({ ages: z.array(fenInAll) }),
    /** Those who owe most first; of all that the filter finds. */
    bySalesman: z.array(exposureGroup).default([]),
    byRegion: z.array(exposureGroup).default([]),
    regions: z.array(option),
    salesmen: z.array(option),
    /** Of a page behind the last the last one. */
    pageNo: z.number(),
    totalPage: z.number(),
  }),
  access: { fun: "agencyExposure" },
});
