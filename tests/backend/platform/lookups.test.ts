import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parameterDefaults, publicParameters } from "~/contract/parameters";
import * as lookups from "~/contract/platform/lookups";
import {
  getAdvancePreByCorpCode,
  getSysInfo,
  getSysParamByCode,
  getSysParamBySaaS,
  getTktDictDetailByCode,
} from "~/contract/platform/parameter";
import { getCorpCode } from "~/contract/platform/session";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
let other: string;
beforeAll(async () => {
  backend = await openTestBackend();
  other = await backend.createCorp("2006");
  await backend.sql(
    "update sys_param set param_option = 'T' where corp_code = '2006' and param_code = 'isSaasEdition'",
  );
  await backend.sql(
    "update sys_param set param_option = '1' where corp_code = '2006' and param_code = 'isOpenNewPage'",
  );
  await backend.sql("update corp set sys_name = '他人系统', is_advance_pre = 'T' where corp_code = '2006'");
});
afterAll(() => backend.close());

async function get(path: string, { as = backend.admin, language = "zh-CN" } = {}) {
  const response = await backend.app.request(path, { headers: { "access-token": as, "accept-language": language } });
  const body = (await response.json()) as { data: unknown; message: string; errors?: Record<string, string[]> };
  return { status: response.status, ...body };
}

describe("7 before sign-in", () => {
  test("7c 1n 1s 9h public parameters have their defaults, and each corp its own", async () => {
    const of = async (corpCode?: string) => {
      const reply = await backend.call(getSysParamBySaaS, {}, { as: "", ...(corpCode && { corpCode }) });
      return Object.fromEntries(reply.data.map((row) => [row.paramCode, row.paramOption]));
    };
    expect(await of()).toEqual(publicParameters);
    expect(publicParameters).toMatchObject({ isSaasEdition: "F", thirdPartySystemMode: "1", browseMode: "1" });
    expect(parameterDefaults.reportAuthenticationMethod).toBe("F");
    expect(await of("2006")).toEqual({ ...publicParameters, isSaasEdition: "T" });
    // A corp that is not there has the defaults: who asks learns nothing.
    expect(await of("7777")).toEqual(publicParameters);
  });

  test("3e 7f system information and advance entry by corp", async () => {
    expect((await backend.call(getSysInfo, {}, { as: "", corpCode: "2006" })).data.sysName).toBe("他人系统");
    expect((await backend.call(getSysInfo, {}, { as: "" })).data.sysName).toBe("");
    const advance = (newCorpCode: string) => backend.call(getAdvancePreByCorpCode, { newCorpCode }, { as: "" });
    expect((await advance("2006")).data.isAdvancePre).toBe("T");
    expect((await advance("7777")).status).toBe(404);
  });
});

describe("7 after sign-in", () => {
  test("3f 7e 7o a parameter is that of the caller's corp; an unknown one is not found", async () => {
    const of = (as: string) => backend.call(getSysParamByCode, { paramCode: "isOpenNewPage" }, { as });
    expect((await of(backend.admin)).data.paramOption).toBe("F");
    expect((await of(other)).data.paramOption).toBe("1");
    for (const paramCode of ["toString", "__proto__", "nope", ""]) {
      expect((await backend.call(getSysParamByCode, { paramCode })).status, paramCode).toBe(404);
    }
    expect((await backend.call(getCorpCode, {}, { as: other })).data).toBe("2006");
  });

  test("3j 7aa 7ab GET calls answer in the shapes of the contract", async () => {
    const paths = lookups.lookupPaths;
    const dictionaries = lookups.dictionariesAnswer.parse(
      (await get(`${paths.dictionaries}?dictTypes=yesNo,none`)).data,
    );
    expect(dictionaries).toEqual({ yesNo: [expect.anything(), expect.anything()], none: [] });
    const byClass = (await get(`${paths.dictionariesByClass}?classNames=yesNo`, { language: "en" })).data;
    expect(byClass).toEqual({
      yesNo: [
        { value: "T", label: "Yes" },
        { value: "F", label: "No" },
      ],
    });
    expect(lookups.dictionaryAnswer.parse((await get(`${paths.dictionary}saleChannel`)).data).length).toBeGreaterThan(
      3,
    );
    const one = await get(`${paths.parameter}?code=isOpenNewPage`, { as: other });
    expect(lookups.parameterAnswer.parse(one.data).paramOption).toBe("1");
    const several = await get(`${paths.parameters}?codes=isOpenNewPage,browseMode,nope`);
    expect(lookups.parametersAnswer.parse(several.data).map((row) => row.paramCode)).toEqual([
      "isOpenNewPage",
      "browseMode",
    ]);
    const provinces = lookups.areaAnswer.parse((await get(paths.areas)).data);
    expect(provinces).toHaveLength(34);
    expect(provinces.slice(-3).map(({ areaName }) => areaName)).toEqual(["台湾省", "香港特别行政区", "澳门特别行政区"]);
    expect(provinces.every((area) => area.parentCode === lookups.rootArea)).toBe(true);
  });

  test("3l 7ad 9m areas have code, parent, name and full address, from the root 156 down, to seven levels at once", async () => {
    const path = lookups.lookupPaths.areas;
    const [beijing] = lookups.areaAnswer.parse((await get(`${path}?parentCode=156`)).data);
    expect(beijing).toEqual({ areaCode: "11", parentCode: "156", areaName: "北京市", areaAddr: "北京市" });
    const below = lookups.areaAnswer.parse((await get(`${path}?parentCode=11&levels=7`)).data);
    const last = below.find(({ areaName }) => areaName === "东城区");
    expect(last?.areaAddr).toMatch(/^北京市.*东城区$/);
    expect(below.some(({ areaCode }) => areaCode === last?.parentCode)).toBe(true);
    expect((await get(`${path}?levels=8`)).status).toBe(422);
  });

  test("GET calls refuse nonsense: no token, nothing asked, malformed, repeated", async () => {
    for (const path of ["/api/dict/list?dictTypes=yesNo", "/api/param?code=browseMode", "/api/areas/list"]) {
      expect((await get(path, { as: "" })).status, path).toBe(401);
      expect((await get(path, { as: "nonsense" })).status, path).toBe(401);
    }
    const invalid = [
      "/api/dict/list",
      "/api/dict/list?dictTypes=",
      "/api/dict/list?dictTypes=a,,b",
      "/api/dict/list?dictTypes=%00",
      `/api/dict/list?dictTypes=${"x".repeat(61)}`,
      `/api/dict/classNames?classNames=${Array(51).fill("a").join()}`,
      "/api/dict/%E5%AD%97",
      "/api/dict/a%2Fb",
      "/api/param",
      "/api/param?code='%20or%201=1",
      "/api/params?codes=",
      "/api/areas/list?levels=0",
      "/api/areas/list?levels=9",
      "/api/areas/list?levels=1e0",
      "/api/areas/list?parentCode=%27",
    ];
    for (const path of invalid) {
      const reply = await get(path);
      expect(reply.status, path).toBe(422);
      expect(Object.keys(reply.errors ?? {}), path).toHaveLength(1);
    }
    expect((await get("/api/param?code=a&code=b")).status).toBe(400);
    expect((await get("/api/param?code=nope")).status).toBe(404);
    expect((await get("/api/none")).status).toBe(404);
  });

  test("3j 7p one dictionary, or one item of it, by method", async () => {
    const of = (dictType: string, dictCode?: string) => backend.call(getTktDictDetailByCode, { dictType, dictCode });
    expect((await of("yesNo")).data).toEqual([
      { value: "T", label: "是" },
      { value: "F", label: "否" },
    ]);
    expect((await of("yesNo", "F")).data).toEqual([{ value: "F", label: "否" }]);
    expect((await of("none")).data).toEqual([]);
  });
});

test("7af POST /api/logout ends the session; again it is 401", async () => {
  const { token } = await backend.createUser({});
  const out = () => backend.app.request("/api/logout", { method: "POST", headers: { "access-token": token } });
  expect((await out()).status).toBe(200);
  expect((await out()).status).toBe(401);
});

test("healthz and readyz tell whether it lives and whether it serves", async () => {
  expect((await backend.app.request("/healthz")).status).toBe(200);
  expect((await backend.app.request("/readyz")).status).toBe(200);
});
