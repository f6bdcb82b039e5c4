/** The function tree, favourites and personal apps (specification 2.2, 3, 7). */
import { z } from "zod";
import { method } from "../method";
import { requiredText } from "../validators";

/** Spec 3 "Function". The name is in the language asked for. `useFlag` T: shows its description image. */
export const functionNode = z.object({
  id: z.number(),
  parentId: z.number(),
  funName: z.string(),
  funUrl: z.string(),
  funCode: z.string(),
  funIco: z.string(),
  openType: z.string(),
  outerChain: z.string(),
  cloudFunUrl: z.string(),
  description: z.string(),
  useFlag: z.enum(["T", "F"]),
  parentIds: z.string(),
  sort: z.number(),
});
export type FunctionNode = z.output<typeof functionNode>;

/** The functions granted to the caller, flat, in menu order. `id` 0 is the root. */
export const getAllSysFunctionsListById = method("platform", "getAllSysFunctionsListById", {
  payload: z.object({ id: z.number().int().min(0) }),
  answer: z.array(functionNode),
  access: "signedIn",
});

export const getSysSpecialMenuInfoList = method("platform", "getSysSpecialMenuInfoList", {
  payload: z.object({}),
  answer: z.array(
    z.object({ id: z.number(), menuCode: z.string(), menuName: z.string(), isShowScene: z.enum(["T", "F"]) }),
  ),
  access: "signedIn",
  silent: true,
});

/** Saves a favourite; saving it again takes it away. */
export const saveUserCommonFun = method("platform", "saveUserCommonFun", {
  payload: z.object({
    funId: z.number().int().positive(),
    funName: requiredText(60),
    accId: z.number().int().positive(),
  }),
  answer: z.object({ collected: z.boolean() }),
  access: "signedIn",
  writes: true,
  whileReading: true,
  audit: false,
});

export const getUserCommonFunList = method("platform", "getUserCommonFunList", {
  payload: z.object({ accId: z.number().int().positive() }),
  answer: z.array(z.object({ funId: z.number(), funName: z.string() })),
  access: "signedIn",
});
