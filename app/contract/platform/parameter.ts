/** System parameters, system information and dictionaries (specification 1, 3, 7, 9). */
import { z } from "zod";
import { usualZone } from "../business-time";
import { method } from "../method";
import { option } from "../resource";
import { corpCode } from "../validators";

/** Parameters that may be read before sign-in, with their defaults (spec 1, 9). */
export const publicParameters = {
  isSaasEdition: "F",
  adminSendCheckCodeFlag: "F",
  thirdPartySystemMode: "1",
  userCenterUrl: "",
  fileUploadHttpUrl: "",
  browseMode: "1",
} as const;

/** Parameters read one by one after sign-in, with their defaults. */
export const otherParameters = {
  forceWeakpasswordToStrong: "F",
  reportAuthenticationMethod: "F",
  isOpenNewPage: "F",
  isReplaceReportUrl: "F",
  showWordStationLink: "F",
  /** Where the farm-tourism system lets staff in (qynkLogin); empty: not connected. */
  qynkLoginUrl: "",
  /** T: what one may not press is left out of the page; F: it is there, hidden and dead (spec 6). */
  permissionAdvancedMode: "F",
  /** Minutes without a request after which a session ends; holds for sessions that begin after it is set. */
  sessionIdleMinutes: "120",
  /** Leading zero bits of the work that a browser does for a sign-in: 17 take some half a second; 0: none is asked for. */
  signInWorkBits: "17",
  /** Fen: a refund above it waits for a second person. */
  refundApprovalLimit: "50000",
  /** Hours after which a request that nobody has decided times out. */
  approvalHours: "72",
  /** Where the parks are: business days, opening hours and every moment that people read go by it. */
  timeZone: usualZone,
  supportPhone: "",
  /** T: the SaaS top bar has the workbench drawer. */
  workbenchFlag: "T",
  /** T: applications but those of type 1 open at their own address, without a code. */
  openAppDirectly: "F",
  /** The user centre away from the production origin; userCenterUrl is the one at it. */
  userCenterTestUrl: "",
  /** Where production pages are, e.g. https://console.example.com; empty: everywhere. */
  productionOrigin: "",
  /** Where the top bar's online consultation leads; empty: no link. */
  onlineConsultUrl: "",
} as const;

const corpPayload = z.object({ corpCode: corpCode.optional() });

export const getSysParamBySaaS = method("platform", "getSysParamBySaaS", {
  payload: corpPayload,
  answer: z.array(z.object({ paramCode: z.string(), paramOption: z.string() })),
  access: "public",
});

export const getSysParamByCode = method("platform", "getSysParamByCode", {
  payload: z.object({ paramCode: z.string().max(60) }),
  answer: z.object({ paramCode: z.string(), paramOption: z.string(), remark: z.string() }),
  access: "signedIn",
});

/** Whether a tenant may be entered ahead of its start; not asked for 0001. */
export const getAdvancePreByCorpCode = method("platform", "getAdvancePreByCorpCode", {
  payload: z.object({ newCorpCode: corpCode }),
  answer: z.object({ corpCode: z.string(), isAdvancePre: z.enum(["T", "F"]) }),
  access: "public",
});

export const getSysInfo = method("platform", "getSysInfo", {
  payload: corpPayload,
  answer: z.object({ sysName: z.string(), logoImg: z.string(), menuImg: z.string(), returnUrl: z.string() }),
  access: "public",
});

/** Items of one dictionary, or the one item when `dictCode` is given. */
export const getTktDictDetailByCode = method("platform", "getTktDictDetailByCode", {
  payload: z.object({ dictType: z.string().max(60), dictCode: z.string().max(60).optional() }),
  answer: z.array(option),
  access: "signedIn",
});
