/** Head office's look at its tenants on the workbench. */
import { m } from "../../contract/messages";
import { formatYuan } from "../../contract/money";
import { dataCentre } from "../../contract/report/data-centre";
import { homeBlock } from "../home-block";

const shown = 8;
const yuan = (fen: number) => `¥${formatYuan(fen)}`;

const tenants = homeBlock(
  15,
  dataCentre,
  ({ corps, days }) => {
    const most = Math.max(1, ...corps.map(({ sales }) => sales));
    const now = days.at(-1);
    return {
      kind: "rows",
      title: m.home_tenants({ n: corps.length }),
      text: m.home_tenants_text({ sales: yuan(now?.sales ?? 0), people: now?.admissions ?? 0 }),
      to: "/datacenter",
      none: m.home_tenants_none(),
      ...(corps.length > shown && { more: m.home_more({ n: corps.length - shown }) }),
      rows: corps.slice(0, shown).map(({ corpCode, name, sales, refunds, payments, admissions }) => ({
        text: name,
        value: yuan(sales),
        note: m.home_tenant_line({ payments, refunds: yuan(refunds), people: admissions }),
        share: sales / most,
        to: `/tenantManage/list?code=${encodeURIComponent(corpCode)}`,
      })),
    };
  },
  { isFor: ({ isHeadOffice, isSaas }) => isHeadOffice && isSaas },
);

export const homeBlocks = [tenants];
