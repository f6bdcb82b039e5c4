/** System parameters as administrators set them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSysParamByCode, getSysParamBySaaS } from "~/contract/platform/parameter";
import {
  type ParameterCode,
  parameterCodes,
  parameterDefaults,
  parameterGroups,
} from "~/contract/platform/parameter-definitions";
import { parameterReset, parameterSave, parameterSettings } from "~/contract/platform/parameter-settings";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
let tenant: string;
beforeAll(async () => {
  backend = await openTestBackend();
  tenant = await backend.createCorp("5601");
});
afterAll(() => backend.close());

async function settingOf(paramCode: ParameterCode, as = backend.admin) {
  const found = (await backend.call(parameterSettings, {}, { as })).data.find((one) => one.paramCode === paramCode);
  if (!found) throw new Error(`no ${paramCode}`);
  return found;
}

async function set(paramCode: ParameterCode, value: string, as = backend.admin) {
  const { rowVersion } = await settingOf(paramCode, as);
  return backend.call(parameterSave, { paramCode, value, rowVersion }, { as });
}

const stored = async (paramCode: ParameterCode, as = backend.admin) =>
  (await backend.call(getSysParamByCode, { paramCode }, { as })).data.paramOption;

test("1n 1o 1s 1u 9h every parameter is on the screen once, with the defaults of the specification", async () => {
  const { data } = await backend.call(parameterSettings, {});
  expect(data.map(({ paramCode }) => paramCode).sort()).toEqual([...parameterCodes].sort());
  expect(parameterGroups.flatMap(({ codes }) => codes).sort()).toEqual([...parameterCodes].sort());
  const byCode = Object.fromEntries(data.map(({ paramCode, byDefault }) => [paramCode, byDefault]));
  expect(byCode).toMatchObject({
    isSaasEdition: "F",
    thirdPartySystemMode: "1",
    browseMode: "1",
    reportAuthenticationMethod: "F",
  });
});

test("3f a value holds at once, says who set it, and goes back to the default", async () => {
  expect(await stored("isOpenNewPage")).toBe("F");
  expect((await set("isOpenNewPage", "T")).status).toBe(200);
  expect(await stored("isOpenNewPage")).toBe("T");
  const setting = await settingOf("isOpenNewPage");
  expect(setting).toMatchObject({ value: "T", byDefault: "F", changedBy: "系统管理员", own: true });
  expect(Date.parse(setting.changedAt)).toBeGreaterThan(0);
  const { rowVersion } = setting;
  expect((await backend.call(parameterReset, { paramCode: "isOpenNewPage", rowVersion })).data.value).toBe("F");
  expect(await stored("isOpenNewPage")).toBe("F");
  const trail = await backend.sql(
    "select before, after from audit_log where thing = 'parameter' order by id desc limit 2",
  );
  expect(trail).toEqual([
    { before: { value: "T" }, after: { value: "F" } },
    { before: { value: "F" }, after: { value: "T" } },
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
    expect([reply.status, Object.keys(reply.errors ?? {})], value).toEqual([422, ["value"]]);
  }
  expect(await stored(code)).toBe(before);
  for (const value of right) expect((await set(code, value)).status, value).toBe(200);
  expect((await set(code, parameterDefaults[code])).status).toBe(200);
});

test("3f of two who set one at once the second is told who was first", async () => {
  const { rowVersion } = await settingOf("supportPhone");
  const both = await Promise.all(
    ["400-1111111", "400-2222222"].map((value) =>
      backend.call(parameterSave, { paramCode: "supportPhone", value, rowVersion }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.message).toContain("系统管理员");
  // Also of one that has no row yet.
  await backend.sql("delete from sys_param where corp_code = '0001' and param_code = 'supportPhone'");
  expect((await set("supportPhone", "400-3333333")).status).toBe(200);
  expect(await stored("supportPhone")).toBe("400-3333333");
});

test("1a what belongs to the platform is head office's, and holds for every tenant, the next one too", async () => {
  const refused = await set("isSaasEdition", "T", tenant);
  expect([refused.status, refused.message]).toEqual([403, "此项由总部统一设置，对所有租户生效"]);
  expect((await settingOf("isSaasEdition", tenant)).own).toBe(false);
  expect((await set("isSaasEdition", "T")).status).toBe(200);
  await backend.createCorp("5602");
  for (const corpCode of ["0001", "5601", "5602"]) {
    const { data } = await backend.call(getSysParamBySaaS, {}, { as: "", corpCode });
    expect(data.find(({ paramCode }) => paramCode === "isSaasEdition")?.paramOption, corpCode).toBe("T");
  }
  expect((await set("isSaasEdition", "F")).status).toBe(200);
});

test("3f a tenant's own value is its own", async () => {
  expect((await set("supportPhone", "0571-66667777", tenant)).status).toBe(200);
  expect(await stored("supportPhone", tenant)).toBe("0571-66667777");
  expect(await stored("supportPhone")).not.toBe("0571-66667777");
});

test("6a 6b who may look may not set, and without the function there is nothing to see", async () => {
  const viewer = await backend.createUser({ grants: ["paramList"] });
  expect((await backend.call(parameterSettings, {}, { as: viewer.token })).status).toBe(200);
  expect((await set("supportPhone", "400-9999999", viewer.token)).status).toBe(403);
  const nobody = await backend.createUser({ grants: ["parkList"] });
  expect((await backend.call(parameterSettings, {}, { as: nobody.token })).status).toBe(403);
  for (const paramCode of ["nope", "__proto__", ""]) {
    const payload = { paramCode: paramCode as ParameterCode, value: "T", rowVersion: 0 };
    expect((await backend.call(parameterSave, payload)).status, paramCode).toBe(422);
  }
});
