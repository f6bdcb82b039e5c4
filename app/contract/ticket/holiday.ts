/** Official holidays, kept by head office for all tenants: a holiday a year with its days off and the days worked in their stead. */
import { z } from "zod";
import { boolean, date, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";

/** A holiday is never longer; a slip of the year would close a season. */
export const holidayMost = 15;

const daysBetween = (first: unknown, last: unknown) =>
  Math.round((Date.parse(String(last)) - Date.parse(String(first))) / 86_400_000) + 1;

/**
 * `makeUpDays` are days on which people work, one after another with a blank between; they may be typed as people write them.
 * `provisional`: the statutory days alone, before the year's arrangement is announced.
 */
export const officialHoliday = resource("ticket", "officialHoliday", {
  title: m.holiday,
  listTitle: m.holiday_list,
  path: "/ticket/holidayList",
  fun: "holidayList",
  nameField: "name",
  importable: true,
  unique: [["year", "name"]],
  defaultSort: { field: "firstDay", order: "desc" },
  tools: [{ label: m.policy_calendar, to: "/ticket/priceCalendar" }],
  rules: [
    {
      field: "lastDay",
      holds: ({ firstDay, lastDay }) => String(firstDay) <= String(lastDay),
      message: m.holiday_order,
    },
    {
      field: "lastDay",
      holds: ({ firstDay, lastDay }) => !(daysBetween(firstDay, lastDay) > holidayMost),
      message: m.holiday_too_long,
    },
    {
      field: "firstDay",
      holds: ({ year, firstDay, lastDay }) =>
        [firstDay, lastDay].some((day) => String(day).slice(0, 4) === String(year)),
      message: m.holiday_other_year,
    },
  ],
  fields: {
    year: number({
      ...{ label: m.holiday_year, required: true, min: 2020, max: 2100 },
      ...{ list: true, filter: "equals", sort: true },
    }),
    name: text({ label: m.holiday_name, required: true, max: 20, list: true, filter: "contains" }),
    firstDay: date({ label: m.holiday_first, required: true, list: true, filter: "between", sort: true }),
    lastDay: date({ label: m.holiday_last, required: true, list: true }),
    makeUpDays: text({ label: m.holiday_make_up, help: m.holiday_make_up_help, max: 120, list: true }),
    provisional: boolean({
      ...{ label: m.holiday_provisional, help: m.holiday_provisional_help, default: false },
      ...{ list: true, filter: "equals" },
    }),
  },
});

/** The year whose arrangement is not entered yet: this one, and from October on the next; null when all is there. */
export const holidaysMissing = method("ticket", "holidaysMissing", {
  payload: z.object({}),
  answer: z.object({ year: z.number().nullable() }),
  access: { fun: ["holidayList", "priceCalendar", "pricePolicyList"] },
});
