/** The settings of the mobile platform and its banners. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/mobile/setting";
import { Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { bannersOf, settingOf } from "./rules";
import { mobileBanner, mobileSetting } from "./schema";

/** The database has the last word: its index lets a corp have one. */
async function onlyOne({ db }: Call, _: Values, before: Values | null): Promise<void> {
  if (before) return;
  const there = await firstOf<{ one: number }>(db, sql`select 1 as one from mobile_setting limit 1`);
  if (there) throw new Refusal(m.mobile_one());
}

export const mobileServed = [
  ...serveResource(contract.mobileSetting, { table: mobileSetting, check: onlyOne }),
  ...serveResource(contract.mobileBanner, { table: mobileBanner }),

  serve(contract.mobileConfiguration, async (call) => {
    const setting = await settingOf(call);
    const banners = await bannersOf(call);
    const {
      id: settingId,
      bookingDays,
      ...texts
    } = setting ?? {
      ...{
        id: undefined,
        bookingDays: null,
        name: "",
        phone: "",
        serviceHours: "",
        saleFrom: "",
        saleTo: "",
        refundText: "",
      },
    };
    return {
      ...texts,
      ...(settingId !== undefined && { settingId }),
      ...(bookingDays !== null && { bookingDays }),
      banners,
    };
  }),
];
