/** The workbench drawer: quick links, the corp's applications, and codes that open them. */
import type { AnswerOf } from "~/contract/method";
import { getAuthCodeByToken, quickLinkList } from "~/contract/platform/workbench";
import { businessDay } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { NotFound } from "../../kernel/refusal";
import { type Served, serve } from "../../kernel/served";
import { codeForApplication } from "./auth-code";

type Lists = AnswerOf<typeof quickLinkList>;

/** Expires soon: within thirty days. $1 the business day. */
const applications = `
  select app_code as "appCode", app_name as "appName", coalesce(app_icon, '') as "appIcon",
         open_status as "openStatus", status,
         case
           when expiration_day < $1::date then 3
           when expiration_day <= $1::date + 30 then 2
           else 1
         end as "appStatus",
         app_auth_url as "appAuthUrl", coalesce(redirect_url, '') as "redirectUrl",
         coalesce(tenant_no, '') as "tenantNo",
         coalesce((select name from own_corp), '') as "tenantName",
         coalesce(product_type_code, '') as "productTypeCode", coalesce(app_type, '1') as "appType",
         coalesce(to_char(expiration_day, 'YYYY-MM-DD'), '') as "expirationTime"
  from corp_application
  order by id
  limit 100
`;
const links = `
  select id, name, coalesce(icon, '') as icon, url from quick_link order by sort, id limit 100
`;

const serveLists = serve(quickLinkList, async ({ db, caller, now }, { id }) => {
  if (id !== caller.userId) throw new NotFound();
  const day = businessDay(now);
  return {
    corpApplicationDTOList: await prepared<Lists["corpApplicationDTOList"][number]>(db, applications, [day]),
    quickLinkDTOList: await prepared<Lists["quickLinkDTOList"][number]>(db, links, []),
    subjectCode: caller.corpCode,
  };
});

const known = "select from corp_application where lower(app_code) = lower($1)";

/** The subject is the caller's own corp; the application is one of its own, registered for codes. */
const serveCode = serve(getAuthCodeByToken, async (call, { subjectCode, productCode }) => {
  if (subjectCode !== call.caller.corpCode) throw new NotFound();
  if ((await prepared(call.db, known, [productCode])).length === 0) throw new NotFound();
  return (await codeForApplication(call, productCode)).authCode;
});

export const workbenchServed: Served[] = [serveLists, serveCode];
