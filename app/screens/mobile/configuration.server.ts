/** The mobile platform's part of `/basicConfiguration`: settings, banners, and what its visitors see. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { m } from "~/contract/messages";
import { mobileBanner, mobileConfiguration, mobileSetting } from "~/contract/mobile/setting";
import { mayPress } from "~/screens/rights.server";
import { richText } from "~/widgets/rich-text/rich-text.server";

export async function loadMobile({ context }: LoaderFunctionArgs) {
  const found = await context.dispatch.call(mobileConfiguration, {});
  const { settingId, name, phone, serviceHours, bookingDays, saleFrom, saleTo, refundText, banners } = found;
  const hours = saleFrom === "" ? m.mobile_all_day() : m.mobile_hours({ from: saleFrom, to: saleTo });
  const days = bookingDays === undefined ? m.mobile_any_day() : m.mobile_days_ahead({ days: bookingDays });
  const contact = [phone, serviceHours].filter((part) => part !== "").join(" · ");
  const { add, edit } = mobileSetting.buttons;
  return {
    title: m.mobile_title(),
    isSet: settingId !== undefined,
    name: name === "" ? m.mobile_unnamed() : name,
    facts: [
      [m.mobile_days(), days],
      [m.mobile_sale_hours(), hours],
      [m.mobile_phone(), contact === "" ? m.mobile_none() : contact],
      [m.mobile_banners(), m.mobile_n_banners({ n: banners.length })],
    ],
    ...{ hours, days, contact, banners, refund: richText(refundText) },
    edit:
      settingId === undefined
        ? mayPress(context, add) && { to: `${mobileSetting.path}/new`, label: m.mobile_set() }
        : mayPress(context, edit) && { to: `${mobileSetting.path}/${settingId}/edit`, label: m.engine_edit() },
    log: settingId === undefined ? "" : `${mobileSetting.path}/${settingId}`,
    bannersAt: mobileBanner.path,
  };
}

export type MobileLoaded = Awaited<ReturnType<typeof loadMobile>>;
