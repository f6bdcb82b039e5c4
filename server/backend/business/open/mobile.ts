/** The settings of the mobile page, and what they keep applications of the mobile channel from selling. */
import type { z } from "zod";
import { mobileChannel } from "~/contract/mobile/setting";
import type { openMobile } from "~/contract/open/operations";
import { Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { bannersOf, mobileWhyNot, mobileWhyNotTo, settingOf } from "../mobile/rules";
import type { Application } from "./authenticate";

export async function mobile(call: Call): Promise<z.output<typeof openMobile>> {
  const setting = await settingOf(call);
  const banners = await bannersOf(call);
  return {
    name: setting?.name ?? "",
    banners: banners.map(({ picture, ...rest }) => ({ ...rest, picture: call.linkTo?.(picture) ?? picture })),
    bookingDays: setting?.bookingDays ?? null,
    saleFrom: setting?.saleFrom ?? "",
    saleTo: setting?.saleTo ?? "",
    refundText: setting?.refundText ?? "",
    phone: setting?.phone ?? "",
    serviceHours: setting?.serviceHours ?? "",
  };
}

/** "" for other channels: what is set for the mobile page is no concern of theirs. */
export const notSoldNow = async (call: Call, { channel }: Application, visitDay: string): Promise<string> =>
  channel === mobileChannel ? mobileWhyNot(call, visitDay) : "";

/** Of a change to another day. */
export async function refuseTooEarly(call: Call, { channel }: Application, visitDay: string): Promise<void> {
  const whyNot = channel === mobileChannel ? await mobileWhyNotTo(call, visitDay) : "";
  if (whyNot !== "") throw new Refusal(whyNot);
}

export async function refuseNotSoldNow(call: Call, application: Application, visitDay: string): Promise<void> {
  const whyNot = await notSoldNow(call, application, visitDay);
  if (whyNot !== "") throw new Refusal(whyNot);
}
