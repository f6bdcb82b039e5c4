/** What a role may do, thing by thing in sentences; what moves money is marked. */
import type { AppLoadContext } from "@remix-run/node";
import { moneyButtons, pricingButtons, refundingButtons } from "~/contract/function-tree";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { ParameterCode } from "~/contract/parameter-declaration";
import type { RightView, RoleRights } from "~/contract/platform/role";

export interface SentencePart {
  text: string;
  money: boolean;
}
export interface RoleSentence {
  right: string;
  name: string;
  parts: SentencePart[];
}

const buttonOf = (right: string) => right.split("/")[1] ?? "";

export const isMoney = (right: string): boolean => moneyButtons.has(buttonOf(right));

/** What to say of a role that may both set prices and give money back, with the pages where it may; "": it may not. */
export function conflictIn({ groups }: RoleRights): string {
  const pagesOf = (which: ReadonlySet<string>) =>
    groups
      .flatMap(({ functions }) => functions)
      .filter(({ buttons }) => buttons.some(({ right, granted }) => granted && which.has(buttonOf(right))))
      .map(({ name }) => name);
  const [prices, refunds] = [pagesOf(pricingButtons), pagesOf(refundingButtons)];
  if (prices.length === 0 || refunds.length === 0) return "";
  return m.role_conflict({ prices: prices.join(m.words_comma()), refunds: refunds.join(m.words_comma()) });
}

/** How a right is said within a sentence, as the parameters of now limit it. */
export type Wording = (right: RightView) => string;

/** Asked for beside the role, so that both make one trip. */
export async function wordingFor(context: AppLoadContext): Promise<Wording> {
  const limits = [...new Set(moneyButtons.values())].filter((code) => code !== null);
  const values = new Map<ParameterCode, number>(
    await Promise.all(limits.map(async (code) => [code, Number(await context.parameter(code))] as const)),
  );
  return ({ right, name }) => {
    const limit = moneyButtons.get(buttonOf(right));
    const what = inSentence(name);
    return limit ? m.role_up_to({ what, amount: formatYuan(values.get(limit) ?? 0) }) : what;
  };
}

type Group = RoleRights["groups"][number];

export function grantedIn({ functions }: Pick<Group, "functions">): RightView[] {
  return functions.flatMap((fun) => [fun, ...fun.buttons]).filter(({ granted }) => granted);
}

/** Groups of functions with something granted in them. */
export function sentencesOf({ groups }: RoleRights, wording: Wording, locale: string) {
  return groups
    .map(({ id, name, functions }) => ({
      id,
      name,
      sentences: functions
        .filter(({ granted }) => granted)
        .map(
          (fun): RoleSentence => ({
            right: fun.right,
            name: fun.name,
            parts: listed(
              [
                { text: m.role_view(), money: false },
                ...fun.buttons
                  .filter(({ granted }) => granted)
                  .map((button) => ({ text: wording(button), money: isMoney(button.right) })),
              ],
              locale,
            ),
          }),
        ),
    }))
    .filter(({ sentences }) => sentences.length > 0);
}

/** Joined as the language lists things. */
export function listed(parts: readonly SentencePart[], locale: string): SentencePart[] {
  let next = 0;
  return new Intl.ListFormat(locale, { type: "conjunction" })
    .formatToParts(parts.map(({ text }) => text))
    .map(({ type, value }) => ({ text: value, money: type === "element" && (parts[next++]?.money ?? false) }));
}
