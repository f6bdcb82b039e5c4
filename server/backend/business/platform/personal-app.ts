import { m } from "~/contract/messages";
import { getSysSpecialMenuInfoList } from "~/contract/platform/function";
import * as contract from "~/contract/platform/personal-app";
import { administrator } from "../../kernel/access";
import { prepared } from "../../kernel/prepared";
import { Invalid, NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { type Call, type Served, serve } from "../../kernel/served";
import { role } from "./account-schema";
import { personalApp, personalApplication } from "./workbench-schema";

interface Shown {
  id: number;
  menuCode: string;
  menuName: string;
  isShowScene: "T" | "F";
  path: string | null;
  url: string | null;
  parameters: { name: string; value: string | null }[] | null;
}

/** $1 account. Entries of no application are everybody's. */
const shownApps = `
  select p.id::float8 as id, p.menu_code as "menuCode", p.menu_name as "menuName", p.is_show_scene as "isShowScene",
         p.path, a.url, a.parameters
  from personal_app p
  left join personal_application a on a.corp_code = p.corp_code and a.id = p.application_id
  where p.status = 'T'
    and (
      p.application_id is null
      or a.status = 'T'
      and (
        exists (select from account where id = $1 and acc_type = '${administrator}')
        or exists (
          select from account_role ar
          where ar.account_id = $1
            and p.roles @> jsonb_build_array(jsonb_build_object('roleId', ar.role_id))
        )
      )
    )
  order by p.sort, p.id
`;

const shownTo = ({ db, caller }: Call) => prepared<Shown>(db, shownApps, [caller.userId]);

const list = serve(getSysSpecialMenuInfoList, async (call) =>
  (await shownTo(call)).map(({ id, menuCode, menuName, isShowScene }) => ({ id, menuCode, menuName, isShowScene })),
);

const page = serve(contract.personalAppPage, async (call, { menuCode }) => {
  const app = (await shownTo(call)).find((one) => one.menuCode === menuCode);
  if (!app?.url) throw new NotFound();
  const url = new URL(app.path ? app.url.replace(/\/+$/, "") + app.path : app.url);
  for (const { name, value } of app.parameters ?? []) url.searchParams.set(name, value ?? "");
  url.searchParams.set("id", String(app.id));
  url.searchParams.set("isShowScene", app.isShowScene);
  return { name: app.menuName, url: url.href };
});

/** Pages of its own making stand below /personalApp; these two are the screens that make them. */
const reserved = ["addapp", "addappmenu"];

export const personalAppServed: Served[] = [
  list,
  page,
  ...serveResource(contract.personalApplication, {
    table: personalApplication,
  }),
  ...serveResource(contract.personalMenu, {
    table: personalApp,
    references: {
      applicationId: {
        table: personalApplication,
        name: personalApplication.name,
        status: personalApplication.status,
      },
      "roles.roleId": { table: role, name: role.name },
    },
    check: (_call, { menuCode, path }) => {
      if (reserved.includes(String(menuCode ?? "").toLowerCase()))
        throw new Invalid({ menuCode: [m.ops_code_taken({ code: String(menuCode) })] });
      if (path && !/^[/?#](?![/\\])[^\s\\<>"'\p{Cc}]*$/u.test(String(path)))
        throw new Invalid({ path: [m.system_menu_url_wrong()] });
    },
  }),
];
