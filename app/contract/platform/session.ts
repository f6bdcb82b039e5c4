/** Signing in and out, and changing the password (specification 4.1, 5, 7). */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { sensitivity } from "../sensitivity";
import { corpCode, requiredText } from "../validators";
import { functionNode } from "./function";

/** base64(account name + password) in the SaaS edition, the MD5 of the password otherwise (spec 7, changpwd). */
const digest = z
  .string()
  .min(1, { error: () => m.v_required() })
  .max(400, { error: () => m.v_invalid() })
  .register(sensitivity, { kind: "secret" });

export const tokenInfo = z.object({ token: z.string(), thirdToken: z.string() });

/** Spec 3 "User info". `sysFunctionsSet` is a flat list in menu order; `children` is filled by who draws a tree. */
export const userInfo = z.object({
  id: z.number(),
  name: z.string(),
  accName: z.string(),
  accType: z.string(),
  corpCode: z.string(),
  corpName: z.string(),
  deptName: z.string(),
  isRealName: z.enum(["T", "F"]),
  initpwd: z.enum(["T", "F"]),
  sysFunctionsSet: z.array(functionNode),
  sysButtonRolePOSet: z.array(z.object({ code: z.string() })),
  /** The password is weak and `forceWeakpasswordToStrong` is T: nothing else is answered before it is changed. */
  mustChangePassword: z.boolean().optional(),
  /** A second factor is required of it, and there is none: nothing else is answered before there is one. */
  mustEnrol: z.boolean().optional(),
  /** The park chosen for this session. */
  park: z.object({ id: z.number(), name: z.string() }).nullish(),
  /** The session looks as this role sees: its functions and buttons are the role's, as far as the account holds them itself. */
  seeing: z.object({ role: z.string(), until: z.string() }).nullish(),
});
export type UserInfo = z.output<typeof userInfo>;

/** What a sign-in comes to. */
export const signedIn = z.object({
  tokenInfo,
  userId: z.number(),
  corpCode: z.string(),
  /**
   * What comes first: `code`: a one-time code was sent and there is no token yet; `factor`: the second factor is asked for,
   * and there is none yet either; `mustChangePassword`, `mustEnrol` (a second factor): nothing else is answered before;
   * `changePassword`: the first password is still the one in use.
   */
  step: z.enum(["", "code", "factor", "mustChangePassword", "mustEnrol", "changePassword"]).default(""),
  /** Parks that the account is bound to: one of them is to be chosen. 0: it works in all. */
  parks: z.number().default(0),
});
export type SignedIn = z.output<typeof signedIn>;

export const deviceSecret = z
  .string()
  .regex(/^[\w-]{20,100}$/, { error: () => m.v_invalid() })
  .register(sensitivity, { kind: "secret" });

export const login = method("platform", "login", {
  payload: z.object({
    accName: requiredText(60),
    password: digest,
    corpCode: corpCode.optional(),
    /** For the sign-in log and the rate limit; the console says whom it serves. */
    clientAddress: z.string().max(64).optional(),
    userAgent: z.string().max(300).optional(),
    /** The console saw the password, and it breaks the rule of spec 5; the MD5 form does not tell. */
    weak: z.boolean().optional(),
    /** The secret of the browser's device cookie; the backend keeps its hash once somebody got in with it. */
    device: deviceSecret.optional(),
    /** The work of this attempt (sign-in-work.ts). */
    work: z.string().max(40).optional(),
  }),
  answer: signedIn,
  access: "public",
  writes: true,
  audit: false,
});

export const logout = method("platform", "logout", {
  payload: z.object({}),
  answer: z.object({}),
  access: "signedIn",
  writes: true,
  whileSeeing: true,
  audit: false,
  during: ["locked", "weakPassword", "noFactor"],
});

/** `id` left out: the account of the token. Another's id is "not found" unless the caller manages operators. */
export const selectUserInfoById = method("platform", "selectUserInfoById", {
  payload: z.object({ id: z.number().int().positive().optional() }),
  answer: userInfo,
  access: "signedIn",
  during: ["weakPassword", "noFactor"],
});

/**
 * The account of the token, for the guard of every page. `known` is the version of what the caller has read before: where
 * it is that still, `user` is null and what was read holds. What belongs to the session alone comes every time.
 */
export const currentUser = method("platform", "currentUser", {
  payload: z.object({
    known: z
      .string()
      .max(60, { error: () => m.v_invalid() })
      .default(""),
  }),
  answer: z.object({
    id: z.number(),
    corpCode: z.string(),
    version: z.string(),
    mustChangePassword: z.boolean(),
    mustEnrol: z.boolean().default(false),
    park: z.object({ id: z.number(), name: z.string() }).nullable(),
    user: userInfo.nullable(),
  }),
  access: "signedIn",
  during: ["weakPassword", "noFactor"],
});
export type CurrentUser = z.output<typeof currentUser.answer>;

export const changpwd = method("platform", "changpwd", {
  payload: z.object({
    id: z.number().int().positive(),
    name: z.string().max(60).optional(),
    oldpass: digest,
    newpass: digest,
  }),
  answer: z.object({ initpwd: z.literal("T") }),
  access: "signedIn",
  writes: true,
  whileReading: true,
  told: () => m.did_password(),
  during: ["weakPassword", "noFactor"],
});

export const getCorpCode = method("platform", "getCorpCode", {
  payload: z.object({}),
  answer: z.string(),
  access: "signedIn",
});
