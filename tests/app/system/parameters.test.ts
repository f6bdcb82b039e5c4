/** The screen of a system parameter: what is posted, in which units, and what is forgotten afterwards. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { type ParameterCode, parameterDefaults } from "~/contract/platform/parameter-definitions";
import { action, loader } from "~/screens/system/parameter-edit";
import { loader as list } from "~/screens/system/parameter-list";
import { screen } from "../resource/screen";
import { failure, outcome } from "../shell/fake-context";

const settings = (values: Partial<Record<ParameterCode, string>> = {}, own = true) =>
  Object.entries(parameterDefaults).map(([paramCode, byDefault]) => ({
    paramCode,
    value: values[paramCode as ParameterCode] ?? byDefault,
    byDefault,
    changedBy: "",
    changedAt: "",
    rowVersion: 2,
    own,
  }));
const at = (code: string, more: object = {}) => screen(`/system/paramList/${code}`, { params: { code }, ...more });

test("3f amounts are typed in yuan and kept in fen; once saved, what was remembered is forgotten", async () => {
  const answers = { parameterSettings: settings(), parameterSave: {} };
  const view = await loader(at("refundApprovalLimit", { answers }).args);
  expect(view.value).toBe("500.00");
  const { args, seen } = at("refundApprovalLimit", { answers, form: { value: "1,234.5", rowVersion: "2" } });
  expect(await outcome(action(args))).toMatchObject({ status: 303, location: "/system/paramList" });
  expect(seen.calls).toEqual([
    { method: "parameterSave", payload: { paramCode: "refundApprovalLimit", value: "123450", rowVersion: 2 } },
  ]);
  expect(seen.forgot).toBe(true);
});

test("3f reset asks for the default, whatever was typed", async () => {
  const form = { value: "T", rowVersion: "2", intent: "reset" };
  const { args, seen } = at("isOpenNewPage", { answers: { parameterReset: {} }, form });
  expect(await outcome(action(args))).toMatchObject({ status: 303 });
  expect(seen.calls[0]).toEqual({ method: "parameterReset", payload: { paramCode: "isOpenNewPage", rowVersion: 2 } });
});

test("3f a refusal keeps what was typed, and nothing is forgotten", async () => {
  const form = { value: "x", rowVersion: "2" };
  const { args, seen } = at("supportPhone", { answers: { parameterSave: failure("failed", "张三") }, form });
  expect(await outcome(action(args))).toMatchObject({
    status: 409,
    body: { typed: form, notice: { message: "张三" } },
  });
  expect(seen.forgot).toBe(false);
});

test("3f one that there is not is not found; one of head office's shows, and is not edited", async () => {
  expect(await outcome(loader(at("toString").args))).toMatchObject({ status: 404 });
  const answers = { parameterSettings: settings({}, false) };
  expect((await loader(at("isSaasEdition", { answers }).args)).own).toBe(false);
  const view = await list(screen("/system/paramList", { answers, buttons: ["parameter:edit"] }).args);
  expect(view.groups.flatMap(({ rows }) => rows).some(({ edit }) => edit)).toBe(false);
});
