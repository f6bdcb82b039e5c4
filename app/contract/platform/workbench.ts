/** The workbench drawer (specification 2.4, 3, 4.5, 7): quick links, my applications, and the code that opens one. */
import { z } from "zod";
import { method } from "../method";
import { sensitivity } from "../sensitivity";

/** Spec 3 "Application item" and "Workbench app". */
export const applicationItem = z.object({
  appCode: z.string(),
  appName: z.string(),
  appIcon: z.string(),
  /** 1: waits to be activated. */
  openStatus: z.number(),
  /** Of the mall: 0 waits for its first set-up, 1 is not running, 2 runs. */
  status: z.number(),
  /** Of all others: 1 normal, 2 expires soon, 3 expired. */
  appStatus: z.number(),
  appAuthUrl: z.string(),
  tenantNo: z.string(),
  tenantName: z.string(),
  productTypeCode: z.string(),
  redirectUrl: z.string(),
  appType: z.string(),
  /** yyyy-MM-dd; empty for no end. */
  expirationTime: z.string(),
});
export type ApplicationItem = z.output<typeof applicationItem>;

export const quickLink = z.object({ id: z.number(), name: z.string(), icon: z.string(), url: z.string() });

const thirdToken = z.string().max(600).register(sensitivity, { kind: "secret" });

/** `id` is the caller's own. Not-success is ignored (spec 8). */
export const quickLinkList = method("platform", "quickLinkList", {
  payload: z.object({ thirdToken, id: z.number().int().positive() }),
  answer: z.object({
    corpApplicationDTOList: z.array(applicationItem),
    quickLinkDTOList: z.array(quickLink),
    subjectCode: z.string(),
  }),
  access: "signedIn",
  silent: true,
});

/** A code for one application of the subject, to be redeemed once. */
export const getAuthCodeByToken = method("platform", "getAuthCodeByToken", {
  payload: z.object({ thirdToken, subjectCode: z.string().max(60), productCode: z.string().min(1).max(60) }),
  answer: z.string(),
  access: "signedIn",
  writes: true,
  whileReading: true,
  audit: false,
});
