/** The rights of two roles side by side. */
import { m } from "~/contract/messages";
import type { RoleRights } from "~/contract/platform/role";
import { isMoney, listed, type SentencePart, type Wording } from "./role-sentences.server";

export interface Compared {
  right: string;
  name: string;
  group: string;
  here: SentencePart[];
  there: SentencePart[];
  both: SentencePart[];
}

/** Functions of which either has something: those that differ, and those that are the same in both. Both are of one tree. */
export function comparedRights(here: RoleRights, there: RoleRights, wording: Wording, locale: string) {
  const grantedThere = new Set(
    there.groups.flatMap(({ functions }) =>
      functions.flatMap((fun) => [fun, ...fun.buttons].filter(({ granted }) => granted).map(({ right }) => right)),
    ),
  );
  const rows = here.groups.flatMap((group) =>
    group.functions.map((fun): Compared => {
      const rights = [{ ...fun, name: m.role_view() }, ...fun.buttons];
      const said = (mine: boolean, theirs: boolean) =>
        listed(
          rights
            .filter((one) => one.granted === mine && grantedThere.has(one.right) === theirs)
            .map((one) => ({ text: one.right === fun.right ? one.name : wording(one), money: isMoney(one.right) })),
          locale,
        );
      return {
        ...{ right: fun.right, name: fun.name, group: group.name },
        ...{ here: said(true, false), there: said(false, true), both: said(true, true) },
      };
    }),
  );
  const differs = ({ here: mine, there: theirs }: Compared) => mine.length + theirs.length > 0;
  return {
    different: rows.filter(differs),
    same: rows.filter((row) => !differs(row) && row.both.length > 0),
  };
}
