/** Forms on the server: read, refused with what was typed, attempted, done. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import "~/i18n/locale.server";
import { DispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { requiredText } from "~/contract/validators";
import { chosenId, rowVersion, typedNumber, yuan } from "~/form/form-values.server";
import { attempt, done, noticeOfRefusal, read, readForm, typedOf } from "~/form/submission.server";
import { failure, fakeContext, outcome } from "../shell/fake-context";

const schema = z.object({ name: requiredText(5), price: yuan, count: typedNumber(1, 9), typeId: chosenId, rowVersion });

function formOf(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
const right: [string, string][] = [
  ["name", " 成人票 "],
  ["price", "12.5"],
  ["count", "３"],
  ["typeId", "7"],
  ["rowVersion", "2"],
];

describe("reading", () => {
  test("texts become values; what was typed stays as it was", () => {
    const form = readForm(formOf(right), schema, { coerce: false });
    expect(form).toMatchObject({
      ok: true,
      value: { name: "成人票", price: 1250, count: 3, typeId: 7, rowVersion: 2 },
      typed: { name: " 成人票 ", price: "12.5" },
    });
  });

  test("each wrong field says what is wrong with it", () => {
    const wrong = formOf([
      ["name", "   "],
      ["price", "12.345"],
      ["count", "1.5"],
      ["typeId", "7 or 1=1"],
    ]);
    const form = readForm(wrong, schema, { coerce: false });
    expect(form.ok ? {} : form.errors).toEqual({
      name: ["此项为必填项"],
      price: ["请输入正确的金额，最多两位小数"],
      count: ["请输入整数"],
      typeId: ["请选择列表中的选项"],
    });
    expect(form.typed.price).toBe("12.345");
  });

  test("what is missing is asked for, and bounds hold", () => {
    const none = readForm(new FormData(), schema, { coerce: false });
    expect(none.ok ? [] : Object.keys(none.errors).sort()).toEqual(["count", "name", "price", "typeId"]);
    const far = readForm(formOf([...right.filter(([name]) => name !== "count"), ["count", "10"]]), schema, {
      coerce: false,
    });
    expect(far.ok ? {} : far.errors).toEqual({ count: ["必须小于等于9"] });
  });

  test("the pressed button is the intent", async () => {
    const body = formOf([["intent", "quote"]]);
    const form = await read(new Request("http://x/", { method: "POST", body }), z.object({ intent: z.string() }));
    expect(form.ok && form.intent).toBe("quote");
  });

  test("of a repeated field the first counts; names that are too long and prototypes do not", () => {
    const typed = typedOf(
      formOf([
        ["a", "1"],
        ["a", "2"],
        ["__proto__", "3"],
        ["x".repeat(61), "4"],
        ["long", "y".repeat(90_000)],
      ]),
    );
    expect(Object.keys(typed)).toEqual(["a", "long"]);
    expect(typed.a).toBe("1");
    expect(typed.long).toHaveLength(50_000);
    expect(Object.getPrototypeOf(typed)).toBe(Object.prototype);
  });
});

describe("calling", () => {
  const { context, seen } = fakeContext();
  const refused = async (error: Error) => {
    const tried = await attempt(context, () => Promise.reject(error));
    return tried.ok ? null : tried.refusal;
  };

  test("8 a refusal is a notice titled 失败, with 409; a failing server 502", async () => {
    expect(await refused(failure("failed", "名额不足"))).toMatchObject({
      status: 409,
      notice: { title: "失败", message: "名额不足" },
    });
    expect(await refused(failure("failed", "", { status: 500 }))).toMatchObject({ status: 502 });
  });

  test("an attempt of a known purpose is headed by it, in a notice of its fields too", async () => {
    const deleting = async (error: Error) => {
      const tried = await attempt(context, () => Promise.reject(error), m.error_remove_title());
      return tried.ok ? null : noticeOfRefusal(tried.refusal);
    };
    expect(await deleting(failure("failed", "仍有门票在用"))).toEqual({ title: "不能删除", message: "仍有门票在用" });
    const invalid = new DispatchError({ kind: "invalid", message: "x", errors: { name: ["已有"] } }, "test");
    expect(await deleting(invalid)).toEqual({ title: "不能删除", message: "已有" });
    expect(await deleting(failure("timeout", "请求超时"))).toMatchObject({ title: "请求超时" });
  });

  test("8 refused fields are 422 beside their fields; without any the message is the notice", async () => {
    const errors = { name: ["已有"] };
    const error = new DispatchError({ kind: "invalid", message: "x", errors }, "test");
    expect(await refused(error)).toMatchObject({ status: 422, errors, notice: null });
    expect(await refused(failure("invalid", "不对"))).toMatchObject({ status: 422, notice: { message: "不对" } });
  });

  test("8 a time-out is 504, titled 请求超时", async () => {
    expect(await refused(failure("timeout", "请求超时"))).toMatchObject({ status: 504, notice: { title: "请求超时" } });
  });

  test.each(["signedOut", "forbidden", "notFound"] as const)("8 %s goes on to the page's edge", async (kind) => {
    await expect(refused(failure(kind, ""))).rejects.toMatchObject({ failure: { kind } });
  });

  test("what is no refusal is not swallowed", async () => {
    await expect(refused(new TypeError("broken"))).rejects.toThrow("broken");
  });

  test("done is 303 with a notice for the next page", async () => {
    expect(await outcome(done(context, "/manage/parkList", "saved"))).toMatchObject({
      status: 303,
      location: "/manage/parkList",
    });
    expect(seen.flash).toEqual(["saved"]);
  });
});
