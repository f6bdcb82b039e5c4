/**
 * One person asks for their data to be destroyed before the days are over (`/system/personalData/person`): what there is of
 * them by kind, what stands in the way, and the destroying of it.
 */
import { z } from "zod";
import { documentIn } from "../document-numbers";
import { m } from "../messages";
import { method } from "../method";
import { sensitivity } from "../sensitivity";
import { plainMobile } from "../validators";

/** Who has more records of a kind is no visitor: it is the number of a company. */
export const mostOfPerson = 2_000;

const access = { fun: "personalData", button: "personalData:person" } as const;

const text = (max: number) => z.string().trim().max(max).default("");

/** At least one number; a name alone is many people's. */
const asked = {
  identity: text(60).register(sensitivity, { kind: "personal" }),
  mobile: text(30).register(sensitivity, { kind: "personal" }),
  name: text(60).register(sensitivity, { kind: "personal" }),
};

function read<T extends { identity: string; mobile: string; name: string }>(typed: T, ctx: z.RefinementCtx): T {
  const identity = typed.identity === "" ? "" : documentIn(typed.identity)?.identity;
  const mobile = plainMobile(typed.mobile);
  if (identity === undefined) ctx.addIssue({ code: "custom", path: ["identity"], message: m.v_document() });
  if (mobile !== "" && !/^\+?\d{6,20}$/.test(mobile))
    ctx.addIssue({ code: "custom", path: ["mobile"], message: m.v_mobile() });
  if (identity === "" && mobile === "")
    ctx.addIssue({ code: "custom", path: ["identity"], message: m.personal_v_number() });
  return { ...typed, identity: identity ?? "", mobile };
}

export const personalPerson = method("platform", "personalPerson", {
  payload: z.object(asked).transform(read),
  answer: z.object({
    /** By kind, what there is of them. */
    kinds: z.array(
      z.object({
        what: z.string(),
        records: z.number(),
        /** Of these, such as are within the days that the law asks for. */
        within: z.number(),
        least: z.number(),
        /** More than {@link mostOfPerson}. */
        more: z.boolean(),
      }),
    ),
    /** What stands in the way, with some of its numbers. */
    stands: z.array(z.object({ what: z.string(), records: z.number(), numbers: z.array(z.string()) })),
    records: z.number(),
  }),
  access,
});

/** Refused where anything stands in the way, or where there is another number of records than was looked at. */
export const personalPersonErase = method("platform", "personalPersonErase", {
  payload: z
    .object({
      ...asked,
      records: z.coerce.number().int().min(0),
      sure: z.literal("T", { error: () => m.personal_v_sure() }),
    })
    .transform(read),
  answer: z.object({ records: z.number() }),
  told: ({ after }) => m.personal_told_person({ n: Number(after?.records ?? 0) }),
  access,
  writes: true,
  freshProof: true,
});
