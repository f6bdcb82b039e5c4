/** Values of system parameters, system information and dictionaries (specification 1, 3, 7, 9). */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { corpCode } from "../validators";

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
  answer: z.object({
    sysName: z.string(),
    logoImg: z.string(),
    /** Behind the sign-in page; "" for the product's own. */
    signInImg: z.string().default(""),
    /** "" for the product's own. */
    brandColor: z.string().default(""),
    menuImg: z.string(),
    returnUrl: z.string(),
  }),
  access: "public",
});

/** Items of one dictionary, or the one item when `dictCode` is given. */
export const getTktDictDetailByCode = method("platform", "getTktDictDetailByCode", {
  payload: z.object({ dictType: z.string().max(60), dictCode: z.string().max(60).optional() }),
  answer: z.array(option),
  access: "signedIn",
});
