/** Functions, buttons and grants of a new version, over the data of the version that kept them by their place. */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buttons, functionTree, treeOf } from "~/contract/function-tree";
import { manifests, planned } from "~/contract/manifests";
import { quotaLedger } from "~/contract/ticket/quota-ledger";
import { renewTree } from "~server/backend/business/platform/menu-tree";
import { seedDictionaries } from "~server/backend/business/platform/seed/dictionary-rows";
import { seedFunctions } from "~server/backend/business/platform/seed/function-rows";
import { seedParameters } from "~server/backend/business/platform/seed/parameters";
import { seedRoles } from "~server/backend/business/platform/seed/role-grants";
import type { Database } from "~server/backend/db/database";
import { migrate, readMigrations } from "~server/backend/db/migrate";
import { roles } from "~server/backend/first-start";
import { type EmptyDatabase, emptyDatabase } from "~tests/support/empty-database";

type FunctionRow = [number, number, string, string, string, string, boolean, boolean];
const before: { functions: FunctionRow[]; buttons: string[][]; roles: Record<string, string[]> } = JSON.parse(
  readFileSync(new URL("menu-and-roles.json", import.meta.url), "utf8"),
);

let database: Database;
let empty: EmptyDatabase;
beforeAll(openBefore, 120_000);
afterAll(() => empty.close());

const ask = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await database.pool.query(text, values)).rows;

/** As it was stored: two corps with the roles of a first start, an account with favourites; and what people had changed. */
async function openBefore(): Promise<void> {
  empty = await emptyDatabase();
  database = await empty.open();
  await migrate(
    database,
    readMigrations().filter(({ name }) => name < "0085"),
  );
  await ask(
    `insert into fun (id, parent_id, parent_ids, fun_name, fun_name_en, fun_url, fun_code, enabled, built, head_office, sort)
     select (r->>0)::int, (r->>1)::int, '0', r->>2, r->>3, r->>4, r->>5, (r->>6)::boolean, (r->>6)::boolean,
            (r->>7)::boolean, (r->>0)::int
     from json_array_elements($1::json) r`,
    [JSON.stringify(before.functions)],
  );
  await ask("insert into button select r->>0, r->>1, r->>2, r->>3 from json_array_elements($1::json) r", [
    JSON.stringify(before.buttons),
  ]);
  const grants = Object.entries(before.roles).flatMap(([role, rights]) =>
    rights.map((right) => [role, ...right.split("/")]),
  );
  for (const corp of ["0001", "7001"]) {
    await ask("insert into corp (corp_code, name) values ($1, $1)", [corp]);
    await ask("insert into role (corp_code, code, name) select $1, code, code from unnest($2::text[]) code", [
      corp,
      Object.keys(before.roles),
    ]);
    await ask(
      `insert into role_grant (corp_code, role_id, fun_code, button_code)
       select $1, role.id, r->>1, coalesce(r->>2, '')
       from json_array_elements($2::json) r join role on role.corp_code = $1 and role.code = r->>0`,
      [corp, JSON.stringify(grants)],
    );
  }
  await ask("insert into account (corp_code, acc_name, name, password_hash) values ('0001', 'a', 'a', '')");
  // As a start left it after an insertion among the orders: addresses moved on, codes stayed, the last code came twice.
  await ask("update fun set fun_url = '/order/between' where id = 405");
  await ask("update fun set fun_url = '/orderRepair' where id = 406");
  await ask(`
    insert into fun (id, parent_id, parent_ids, fun_name, fun_name_en, fun_url, fun_code, enabled, built, sort)
    values (407, 400, '0', '电子票', 'Issued tickets', '/ticket/issuedList', 'issuedList', true, true, 407)`);
  for (const fun of [503, 502, 101, 407])
    await ask(
      "insert into favourite (corp_code, account_id, fun_id, fun_name) select '0001', id, $1, 'f' from account",
      [fun],
    );
  // What administrators had changed.
  await ask("update fun set fun_name = '设备', row_version = 1 where id = 501");
  await ask("update role set row_version = 1 where corp_code = '7001' and code = 'manager'");
  await ask(
    "delete from role_grant where corp_code = '7001' and fun_code = 'parkList' and button_code = 'park:remove'",
  );
  was = await known();
  await migrate(database);
  await start();
}

let was: { id: string; code: string; url: string; enabled: boolean }[];

/** The version after: an entry in the middle of the gates, with a button, and one more button beside others. */
const label = Object.assign(() => "新", {}) as never;
const lost = { group: "gates", place: 15, label, url: "/manage/lost", built: true, buttons: { "lost:give": label } };
const treeAfter = treeOf([...manifests, { menu: { lost } as never }], planned);
const buttonsAfter = new Map([
  ...buttons,
  ["lost", [{ code: "lost:give", label }]],
  ["tktPos", [...(buttons.get("tktPos") ?? []), { code: "pos:swap", label }]],
] as const);
const rolesAfter = roles.map((role) =>
  role.code === "manager"
    ? { ...role, grants: [...role.grants, ["lost", ["lost:give"]], ["tktPos", ["pos:swap"]]] }
    : role,
) as never;

async function start(tree = functionTree, shown: typeof buttons = buttons, granted = roles): Promise<void> {
  await database.system(async (tx) => {
    await seedFunctions(tx, tree, shown);
    await renewTree(tx);
    await seedRoles(tx, granted);
  });
}

const rightsOf = async (role: string, corp = "0001") =>
  (
    await ask<{ right: string }>(
      `select g.fun_code || case g.button_code when '' then '' else '/' || g.button_code end as right
       from role r join role_grant g on g.corp_code = r.corp_code and g.role_id = r.id
       where r.code = $1 and r.corp_code = $2 order by 1`,
      [role, corp],
    )
  ).map(({ right }) => right);

/** What had no screen then is switched on with its first. */
const newScreens = [
  ...["reportSalesByDay", "reportSalesByTicketType", "reportSalesByChannel", "reportSalesByPos", "reportSalesBySeller"],
  ...["reportRefunds", "reportAdmissions", "reportQuotaUse", "reportSalesByAgency", "reportAgencySettlement"],
  ...["reportParking", "reportOccupancy", "reportInvoices", "reportStock", "reportCards", "reportYear"],
  ...["lockerGroupList", "passageList", "reportPayments", "selfAudit", "shift"],
  ...["restrictedList", "closureList", "parkCapacity", "combineTkSet", "xuandianZhengCeTkt", "sonTkInfo"],
  ...["tenantList", "tenantPackageList", "tenantReview", "dataMigration", "clearTenantData"],
  ...["corpGroupList", "groupReport"],
  ...["activityCardList", "staffReduce", "concessionList", "paySetting", "payAccount", "printTemplate"],
  ...["networkOrderOfabnormalRecord", "orderRepair", "listPages", "createGroup", "manyParkGateChild"],
  ...[
    "cardtypelist",
    "cardfee",
    "cardTemplateManage",
    "seasonCardList",
    "seasonCardLog",
    "smartCardList",
    "updateCardComsume",
    "employSeasonCard",
  ],
  ...["agencyList", "travelPriceGroup", "travelTypePrice", "guider", "addSalesmanManage", "departmentHeadManageEdit"],
  ...[
    "regionalPlan",
    "singVerification",
    "guiderNumDetail",
    "statementList",
    "receiptList",
    "travelLogDetail",
    "createCustomer",
  ],
  ...["travelAgreedTicketNumDetail", "guideRewards", "receptionTickets"],
  ...["invoiceList", "invoiceRedList", "invoiceTaxRule", "invoiceSeller"],
  ...["storelist", "storeItemList", "listInBillsRecord", "listOutBillsRecord", "listBillCounts", "pageStoInvaldMes"],
  "storeLedger",
  "storeToOrder",
  ...["venueList", "siteAreaSet", "templateSet", "templateAreaSet", "areaSet", "seatSet", "noSeatSetPage"],
  ...["areaTktNewPage", "mobanTktNewPage", "sessionList", "showList", "preSelect", "seatSale"],
  ...["guidePage", "cmsItem"],
  ...["announcementList", "callLog", "mobileConfiguration", "completeList", "messageHookList", "exportStoreList"],
  ...["parkingLotList", "parkingTariffList", "parkingRecordList", "parkingPassList", "parkingConfiguration"],
  "nodeSet",
];
/** The guide was everybody's before it had a screen. */
const codeNow = ({ code, url }: { code: string; url: string }) => (url === "/guidePage" ? "guidePage" : code);
const builtSince = (rows: typeof was) =>
  rows.map((row) => {
    const code = codeNow(row);
    return { ...row, code, enabled: row.enabled || newScreens.includes(code) };
  });

const known = () =>
  ask<(typeof was)[number]>(
    `select id, fun_code as code, fun_url as url, enabled from fun where id < 100000 and parent_id <> 400 order by id`,
  );

test("what shifted by its place before is put right: one row a code, the older one, with its own address", async () => {
  const orders = await ask(
    "select id::int, fun_code as code, fun_url as url from fun where parent_id = 400 order by id",
  );
  expect(orders.slice(3, 6)).toEqual([
    { id: 404, code: "networkOrderOfabnormalRecord", url: "/networkOrderOfabnormalRecord" },
    { id: 405, code: "orderRepair", url: "/orderRepair" },
    { id: 406, code: "issuedList", url: "/ticket/issuedList" },
  ]);
  expect(await known()).toEqual(builtSince(was));
});

test("an entry and a button put into the middle leave every id, code, address and favourite where they were", async () => {
  await start(treeAfter, buttonsAfter, rolesAfter);
  expect(await known()).toEqual(builtSince(was));
  expect(await ask("select fun_id::int as id from favourite order by fun_id")).toEqual(
    [101, 406, 502, 503].map((id) => ({ id })),
  );
  const gates = await ask("select fun_code as code, fun_url as url from fun where parent_id = 500 order by sort");
  expect(gates.slice(0, 4)).toEqual([
    { code: "tktPos", url: "/manage/tktPos" },
    { code: "lost", url: "/manage/lost" },
    { code: "tktParkGate", url: "/manage/tktParkGate" },
    { code: "gateDevice", url: "/manage/gateDevice" },
  ]);
  expect(await ask("select fun_code, name from button where code in ('lost:give', 'pos:swap') order by code")).toEqual([
    { fun_code: "lost", name: "新" },
    { fun_code: "tktPos", name: "新" },
  ]);
});

test("new rights reach the roles of every corp that are as they were made", async () => {
  const held = await rightsOf("manager");
  expect(held).toEqual(expect.arrayContaining(["lost", "lost/lost:give", "tktPos/pos:swap"]));
  expect(before.roles.manager?.filter((right) => !held.includes(right))).toEqual([]);
  expect((await rightsOf("seller", "7001")).toSorted()).toEqual(
    [
      ...(before.roles.seller ?? []),
      ...[
        "buyTktList/sale:reprint",
        "buyTktLog/sale:reprint",
        "buyTktLog/order:change",
        "buyTktLog/order:supplement",
        "buyTktLog/order:own",
        "reportPayments",
        "shift",
        "shift/shift:work",
        "storeRolls",
        "storeRolls/stockRoll:use",
      ],
    ].toSorted(),
  );
  // An administrator took something from this one.
  expect((await rightsOf("manager", "7001")).filter((right) => /lost|pos:swap|park:remove/.test(right))).toEqual([]);
});

test("a right that was taken away, and a role that was deleted, do not come back", async () => {
  await ask("delete from role_grant where corp_code = '0001' and fun_code = 'lost'");
  await ask("delete from role where corp_code = '7001' and code = 'gatekeeper'");
  await start(treeAfter, buttonsAfter, rolesAfter);
  expect((await rightsOf("manager")).filter((right) => right.startsWith("lost"))).toEqual([]);
  expect(await ask("select code from role where corp_code = '7001' and code = 'gatekeeper'")).toEqual([]);
});

test("names follow the product until an administrator chose another", async () => {
  const tree = treeAfter.map((group) => ({
    ...group,
    entries: group.entries.map((entry) => (/^tkt(Pos|ParkGate)$/.test(entry.code) ? { ...entry, label } : entry)),
  }));
  await start(tree, buttonsAfter, rolesAfter);
  expect(await ask("select fun_name as name from fun where id in (501, 502) order by id")).toEqual([
    { name: "设备" },
    { name: "新" },
  ]);
});

test("a corp that is there is brought the dictionaries and parameters of a new version; its own words stay", async () => {
  const seed = () =>
    database.system(async (tx) => {
      await seedDictionaries(tx);
      await seedParameters(tx);
    });
  await seed();
  await ask("delete from dict_item where corp_code = '7001' and dict_type = 'paymentType' and value = 'cash'");
  await ask("delete from sys_param where corp_code = '7001' and param_code = 'refundApprovalLimit'");
  await ask("update dict_item set label = '微' where corp_code = '7001' and value = 'wechat'");
  await seed();
  const items =
    "select value, label from dict_item where corp_code = '7001' and dict_type = 'paymentType' and value in ('cash', 'wechat') order by 1";
  expect(await ask(items)).toEqual([
    { value: "cash", label: "现金" },
    { value: "wechat", label: "微" },
  ]);
  // The movements of a ledger are a dictionary that its declaration brings.
  const movements =
    "select value from dict_item where corp_code = '7001' and dict_type = 'quotaLedgerKind' order by value";
  const kinds = Object.keys(quotaLedger.kinds).sort();
  expect(await ask(movements)).toEqual(kinds.map((value) => ({ value })));
  const parameters = "select param_code from sys_param where corp_code = '7001' and param_code = 'refundApprovalLimit'";
  expect(await ask(parameters)).toHaveLength(1);
});
