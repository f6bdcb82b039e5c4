/** System parameters as an administrator sets them (`/system/paramList`). */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { textOf, wholeNumber } from "../validators";
import { type ParameterCode, parameterCodes } from "./parameter-definitions";

const paramCode = z.enum(parameterCodes as [ParameterCode, ...ParameterCode[]], { error: () => m.v_option() });

export const parameterSetting = z.object({
  paramCode,
  value: z.string(),
  byDefault: z.string(),
  /** Empty: as the first start made it. */
  changedBy: z.string(),
  /** ISO 8601, or empty. */
  changedAt: z.string(),
  rowVersion: z.number(),
  /** The caller's corp may set it. */
  own: z.boolean(),
});
export type ParameterSetting = z.output<typeof parameterSetting>;

export const parameterSettings = method("platform", "parameterSettings", {
  payload: z.object({}),
  answer: z.array(parameterSetting),
  access: { fun: "paramList" },
});

const access = { fun: "paramList", button: "parameter:edit" };

/** Sets one; `rowVersion` refuses what another changed in between. What belongs to the platform holds for all tenants. */
export const parameterSave = method("platform", "parameterSave", {
  payload: z.object({ paramCode, value: textOf(300), rowVersion: wholeNumber(0) }),
  answer: z.object({ paramCode, value: z.string() }),
  access,
  writes: true,
});

/** Back to the default. */
export const parameterReset = method("platform", "parameterReset", {
  payload: z.object({ paramCode, rowVersion: wholeNumber(0) }),
  answer: z.object({ paramCode, value: z.string() }),
  access,
  writes: true,
});
