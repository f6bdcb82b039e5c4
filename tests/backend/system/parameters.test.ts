/** System parameters as administrators set them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ParameterCode, parameterCodes, parameterDefaults, parameterGroups } from "~/contract/parameters";
import { getSysParamByCode, getSysParamBySaaS } from "~/contract/platform/parameter";
import { parameterReset, parameterResetMany, systemParameter } from "~/contract/platform/parameter-settings";
import { seedFirstStart } from "~server/backend/first-start";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

const { list, get, save, changes } = systemParameter.methods;

let backend: TestBackend;
let tenant: string;
beforeAll(async () => {
  backend = await openTestBackend();
  tenant = await backend.createCorp("5601");
});
afterAll(() => backend.close());

interface Asked {
  as?: string;
  language?: "zh-CN" | "en";
}

const found = async (asked: Partial<Parameters<typeof backend.call<typeof list>>[1]>, options: Asked = {}) =>
  (await backend.call(list, { pageSize: -1, ...asked }, { as: backend.admin, ...options })).data.records;

type Setting = Record<string, unknown> & { id: number; rowVersion: number };

async function settingOf(paramCode: ParameterCode, as = backend.admin): Promise<Setting> {
  const one = (await found({}, { as })).find((record) => record.paramCode === paramCode);
  if (!one) throw new Error(`no ${paramCode}`);
  return { ...one, id: Number(one.id), rowVersion: Number(one.rowVersion) };
}

async function set(paramCode: ParameterCode, paramOption: string, as = backend.admin) {
  const { id, rowVersion } = await settingOf(paramCode, as);
  return backend.call(save, { id, paramOption, rowVersion } as never, { as });
}

const stored = async (paramCode: ParameterCode, as = backend.admin) =>
  (await backend.call(getSysParamByCode, { paramCode }, { as })).data.paramOption;

test("1n 1o 1s 1u 9h every parameter is in the list once, in the order of its group, with the defaults of the specification", async () => {
  const records = await found({});
  const inOrder = parameterGroups.flatMap(([group, codes]) => codes.map((code) => [group, code]));
  expect(records.map(({ paramGroup, paramCode }) => [paramGroup, paramCode])).toEqual(inOrder);
  expect(inOrder.map(([, code]) => code).sort()).toEqual([...parameterCodes].sort());
  const byCode = Object.fromEntries(records.map(({ paramCode, byDefault }) => [paramCode, byDefault]));
  expect(byCode).toMatchObject({
    isSaasEdition: "F",
    thirdPartySystemMode: "1",
    browseMode: "1",
    reportAuthenticationMethod: "F",
  });
});

test("3f 5 parameters are found by name in the reader's language, code, group, and by what is not as by default", async () => {
  const codes = async (filters: Record<string, string>, options: Asked = {}) =>
    (await found({ filters }, options)).map(({ paramCode }) => paramCode);
  expect(await codes({ name: "客服" })).toEqual(["supportPhone"]);
  expect(await codes({ name: "support PHONE" }, { language: "en" })).toEqual(["supportPhone"]);
  expect(await codes({ name: "客服" }, { language: "en" })).toEqual([]);
  expect(await codes({ paramCode: "usercenter" })).toEqual(["userCenterUrl", "userCenterTestUrl"]);
  expect(await codes({ paramGroup: "edition,business" })).toEqual([
    "isSaasEdition",
    "thirdPartySystemMode",
    "tenantWarnDays",
    "tenantReadingDays",
    "retentionTrialDays",
    "retentionMoneyYears",
    "retentionTradeYears",
    "retentionTraceYears",
    "refundApprovalLimit",
    "closureApprovalLimit",
    "saleNeedsShift",
    "discountLimit",
    "approvalHours",
    "timeZone",
    "gateClockMinutes",
    "gateUploadDays",
    "signedTicketCodes",
    "reservationLimit",
    "reservationPeriod",
    "noShowLimit",
    "noShowPeriod",
    "noShowBar",
    "storedOfflineCard",
    "storedOfflineBatch",
    "storedMostUnnamed",
    "storedMostNamed",
    "cardLostDays",
    "cardMailHolders",
    "agencyLimitApproval",
    "agencyCreditDays",
    "statementWriteOffApproval",
    "statementsByNight",
    "agencyPayerApproval",
    "guideRewards",
    "stockOwnApproval",
    "stockRecountAbove",
    "invoiceRedHours",
    "invoiceVisitorDays",
    "theatreHoldMinutes",
  ]);
  expect(await codes({ changed: "true" })).toEqual([]);
  expect((await set("browseMode", "2")).status).toBe(200);
  expect(await codes({ changed: "true" })).toEqual(["browseMode"]);
  const { id } = await settingOf("browseMode");
  expect((await backend.call(parameterReset, { id })).status).toBe(200);
  expect(await codes({ changed: "true" })).toEqual([]);
  const english = (await found({ sort: "name" }, { language: "en" })).map(({ name }) => String(name));
  expect(english).toContain("Sign out when idle (minutes)");
  const inOrder = await backend.sql<{ name: string }>(
    "select name_en as name from sys_param where corp_code = '0001' order by name_en",
  );
  expect(english).toEqual(inOrder.map(({ name }) => name));
  const page = await backend.call(list, { pageNo: 2, pageSize: 10 });
  expect([page.data.count, page.data.records.length]).toEqual([parameterCodes.length, 10]);
});

test("3f a value holds at once, says who set it, and goes back to the default", async () => {
  expect(await stored("isOpenNewPage")).toBe("F");
  expect((await set("isOpenNewPage", "T")).status).toBe(200);
  expect(await stored("isOpenNewPage")).toBe("T");
  const setting = await settingOf("isOpenNewPage");
  expect(setting).toMatchObject({ paramOption: "T", byDefault: "F", changedBy: "系统管理员", ofPlatform: false });
  expect(setting.changedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const { id, rowVersion } = setting;
  expect((await backend.call(parameterReset, { id, rowVersion })).status).toBe(200);
  expect(await stored("isOpenNewPage")).toBe("F");
  const trail = await backend.sql<{ thing_id: number; before: object; after: object }>(
    "select thing_id::float8 as thing_id, before, after from audit_log where thing = 'parameter' order by id desc limit 2",
  );
  expect(trail).toMatchObject([
    { thing_id: id, before: { paramOption: "T" }, after: { paramOption: "F" } },
    { thing_id: id, before: { paramOption: "F" }, after: { paramOption: "T" } },
  ]);
  // Who and when stand beside the change already.
  const log = (await backend.call(changes, { id })).data.changes;
  expect(log.map(({ by, kind, fields }) => [by, kind, fields])).toEqual([
    ["系统管理员", "command", [{ field: "paramOption", before: "T", after: "F" }]],
    ["系统管理员", "edited", [{ field: "paramOption", before: "F", after: "T" }]],
  ]);
});

test.each<[ParameterCode, string[], string[]]>([
  ["isOpenNewPage", ["T", "F"], ["", "1", "true", "t"]],
  ["thirdPartySystemMode", ["1", "4"], ["", "0", "5", "F"]],
  ["reportAuthenticationMethod", ["T", "U", "F"], ["V", ""]],
  ["sessionIdleMinutes", ["5", "1440"], ["4", "1441", "-5", "1.5", "", "05", "1e3", "9".repeat(20)]],
  ["refundApprovalLimit", ["0", "1000000000"], ["-1", "1000000001", "12.5", ""]],
  ["supportPhone", ["", "400-800-1234", "0571 8888 6666"], ["call us", "<b>1</b>", "1"]],
  [
    "userCenterUrl",
    ["", "https://user.example.com/in?x=1"],
    ["javascript:alert(1)", "/local", "ftp://x", "http://", "//x.cn"],
  ],
  ["onlineConsultUrl", ["/message", "http://help.example.com"], ["//x.cn", "/\\x.cn", "javascript:alert(1)"]],
  ["productionOrigin", ["https://console.example.com"], ["https://console.example.com/", "https://u:p@x.cn"]],
])("3f %s takes %j and refuses %j", async (code, right, wrong) => {
  const before = await stored(code);
  for (const value of wrong) {
    const reply = await set(code, value);
    expect([reply.status, Object.keys(reply.errors ?? {})], value).toEqual([422, ["paramOption"]]);
  }
  expect(await stored(code)).toBe(before);
  for (const value of right) expect((await set(code, value)).status, value).toBe(200);
  expect((await set(code, parameterDefaults[code])).status).toBe(200);
});

test("3f of two who set one at once the second is told who was first; so is who resets what has changed", async () => {
  const { id, rowVersion } = await settingOf("supportPhone");
  const both = await Promise.all(
    ["400-1111111", "400-2222222"].map((paramOption) => backend.call(save, { id, paramOption, rowVersion } as never)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.message).toContain("系统管理员");
  expect((await backend.call(parameterReset, { id, rowVersion })).status).toBe(409);
  // Also of one that had no row before the last start.
  await backend.sql("delete from sys_param where corp_code = '0001' and param_code = 'supportPhone'");
  await seedFirstStart(backend.database);
  expect(await stored("supportPhone")).toBe("");
  expect((await set("supportPhone", "400-3333333")).status).toBe(200);
  expect(await stored("supportPhone")).toBe("400-3333333");
});

test("3f a start leaves what was set, and renews what the product says of a parameter", async () => {
  expect((await set("supportPhone", "400-4444444")).status).toBe(200);
  await backend.sql("update sys_param set name = '', by_default = 'x', place = 9 where param_code = 'supportPhone'");
  await seedFirstStart(backend.database);
  expect(await settingOf("supportPhone")).toMatchObject({
    name: "客服电话",
    byDefault: "",
    paramOption: "400-4444444",
    changedBy: "系统管理员",
  });
});

test("1a what belongs to the platform is head office's, and holds for every tenant, the next one too", async () => {
  const refused = await set("isSaasEdition", "T", tenant);
  expect([refused.status, refused.message]).toEqual([403, "此项由总部统一设置，对所有租户生效"]);
  const theirs = await settingOf("isSaasEdition", tenant);
  expect(theirs.ofPlatform).toBe(true);
  expect((await backend.call(parameterReset, { id: theirs.id }, { as: tenant })).status).toBe(403);
  expect((await set("isSaasEdition", "T")).status).toBe(200);
  await backend.createCorp("5602");
  for (const corpCode of ["0001", "5601", "5602"]) {
    const { data } = await backend.call(getSysParamBySaaS, {}, { as: "", corpCode });
    expect(data.find(({ paramCode }) => paramCode === "isSaasEdition")?.paramOption, corpCode).toBe("T");
  }
  expect(await settingOf("isSaasEdition", tenant)).toMatchObject({
    paramOption: "T",
    changedBy: "系统管理员",
    rowVersion: theirs.rowVersion + 1,
  });
  expect((await set("isSaasEdition", "F")).status).toBe(200);
});

test("1a 4 several go back to their defaults at once; what is head office's is named to a tenant, and the rest is done", async () => {
  expect((await set("browseMode", "2", tenant)).status).toBe(200);
  expect((await set("workbenchFlag", "F", tenant)).status).toBe(200);
  const ids = await Promise.all(
    (["browseMode", "workbenchFlag", "isSaasEdition"] as const).map(async (code) => (await settingOf(code, tenant)).id),
  );
  const { data } = await backend.call(parameterResetMany, { ids }, { as: tenant });
  expect(data).toEqual({ done: 2, refused: [{ id: ids[2], message: "此项由总部统一设置，对所有租户生效" }] });
  expect([await stored("browseMode", tenant), await stored("workbenchFlag", tenant)]).toEqual(["1", "T"]);
});

test("3f a tenant's own value is its own", async () => {
  expect((await set("supportPhone", "0571-66667777", tenant)).status).toBe(200);
  expect(await stored("supportPhone", tenant)).toBe("0571-66667777");
  expect(await stored("supportPhone")).not.toBe("0571-66667777");
});

test("1a 3f another tenant's row is not found, neither to read nor to set nor to reset", async () => {
  const { id, rowVersion } = await settingOf("supportPhone");
  expect((await backend.call(get, { id }, { as: tenant })).status).toBe(404);
  const theirs = { id, rowVersion, paramOption: "400-6666666" };
  expect((await backend.call(save, theirs, { as: tenant })).status).toBe(404);
  expect((await backend.call(parameterReset, { id }, { as: tenant })).status).toBe(404);
  expect((await backend.call(changes, { id }, { as: tenant })).status).toBe(404);
});

test("6a 6b who may look may not set, and without the function there is nothing to see", async () => {
  const viewer = await backend.createUser({ grants: ["paramList"] });
  expect((await backend.call(list, {}, { as: viewer.token })).status).toBe(200);
  expect((await set("supportPhone", "400-9999999", viewer.token)).status).toBe(403);
  const { id } = await settingOf("supportPhone");
  expect((await backend.call(parameterReset, { id }, { as: viewer.token })).status).toBe(403);
  expect((await backend.call(parameterResetMany, { ids: [id] }, { as: viewer.token })).status).toBe(403);
  const nobody = await backend.createUser({ grants: ["parkList"] });
  expect((await backend.call(list, {}, { as: nobody.token })).status).toBe(403);
  expect((await backend.call(save, { id: 987_654, paramOption: "T", rowVersion: 0 } as never)).status).toBe(404);
  // None is made, none is deleted.
  expect((await backend.call(save, { paramOption: "T" } as never)).status).toBe(422);
  expect((await backend.call(systemParameter.methods.remove, { id })).status).toBe(404);
});
