/** Every kind of field: what it takes, and what it says of what it does not. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import * as kinds from "~/contract/field-kinds";
import { fieldSchema } from "~/contract/field-schema";
import { chineseText, today, withoutIllegalCharacters } from "~/contract/validators";
import { constraintsOf } from "~/resource/fields/constraints.server";

const label = () => "字段";

function said(field: kinds.Field, value: unknown): string[] {
  const result = fieldSchema(field).safeParse(value);
  return result.success ? [] : result.error.issues.map(({ message }) => message);
}

const rules: [statement: string, field: kinds.Field, right: unknown[], wrong: unknown[], message: string][] = [
  ["5 e-mail", kinds.email({ label }), ["a@b.cn", "a.b@c-d.com.cn"], ["a", "a@b", "a b@c.cn"], "请输入正确的邮箱格式"],
  ["5 identity", kinds.identity({ label }), ["11010519491231002X"], ["110105194912310021", "1"], "身份证号码不正确"],
  ["5 postal code", kinds.postalCode({ label }), ["100000"], ["10000", "1000000"], "请输入正确的邮政编码"],
  ["5 mobile", kinds.mobile({ label }), ["13800138000", "19912345678"], ["12800138000", "138"], "请输入正确手机号"],
  ["5 telephone", kinds.telephone({ label }), ["13800138000", "010-12345678"], ["12345678"], "请输入正确的电话号."],
  ["5 telephone 400", kinds.telephone({ label }), ["4001234567"], ["400123456"], "请输入正确的电话号."],
  ["5 number", kinds.number({ label }), [0, 5], ["five"], "请输入数字"],
  ["5 greater than", kinds.number({ label, above: 3 }), [4], [3, 3.5], "必须大于3并且为整数"],
  [
    "5 greater than, at most two decimals",
    kinds.number({ label, above: 3, decimals: true }),
    [3.01],
    [3, 3.001],
    "必须大于3并且最多输入两位小数",
  ],
  [
    "5 at least, at most two decimals",
    kinds.number({ label, min: 3, decimals: true }),
    [3, 3.25],
    [2, 3.125],
    "必须大于等于3并且最多输入两位小数",
  ],
  ["5 at least", kinds.number({ label, min: 3 }), [3], [2], "必须大于等于3"],
  ["5 a message of one's own", kinds.number({ label, above: 0, message: () => "要正数" }), [1], [0], "要正数"],
  ["5 code in Chinese", kinds.code({ label }), ["A-1"], ["编码"], "编码不能输入汉字!"],
  ["5 code pattern", kinds.code({ label }), ["a1"], ["a_1", "a b"], "编码只能包含字母、数字和横线"],
  ["9 date", kinds.date({ label }), ["2026-02-28"], ["2026-02-30", "2026-2-1"], "请输入正确的日期"],
  ["5 no future date", kinds.date({ label, noFuture: true }), ["2020-01-01"], ["2199-01-01"], "不能晚于今天"],
  ["9 time", kinds.time({ label }), ["00:00", "23:59"], ["24:00", "8:00"], "请输入正确的时间"],
  [
    "9 date-time",
    kinds.moment({ label }),
    ["2026-11-21 08:00:00"],
    ["2026-11-21T08:00", "2026-11-21 24:00:00"],
    "请输入正确的日期时间",
  ],
  ["9 range", kinds.range({ label }), ["2026-01-01~2026-01-01"], ["2026-01-02~2026-01-01"], "结束日期不能早于开始日期"],
  [
    "8 url",
    kinds.url({ label }),
    ["https://a.cn/b?c=d"],
    ["a.cn", "ftp://a.cn", "javascript:alert(1)"],
    "网址必须以 http:// 或 https:// 开头",
  ],
];

describe("what a kind takes and says", () => {
  test.each(rules)("%s", (_, field, right, wrong, message) => {
    for (const value of right) expect(said(field, value), String(value)).toEqual([]);
    for (const value of wrong) expect(said(field, value), String(value)).toContain(message);
  });

  test("5 Chinese characters only", () => {
    expect(chineseText.safeParse("云山").success).toBe(true);
    expect(chineseText.safeParse("云山1").error?.issues[0]?.message).toBe("请输入汉字");
  });

  test("5ab a date may be refused the future: its input ends today", () => {
    const field = kinds.date({ label, noFuture: true });
    const [day, tomorrow] = [today(), new Date(Date.now() + 86_400_000 * 2).toISOString().slice(0, 10)];
    expect([said(field, day), said(field, tomorrow)]).toEqual([[], ["不能晚于今天"]]);
    expect(constraintsOf(field)).toMatchObject({ type: "date", max: day });
    expect(said(kinds.date({ label }), tomorrow)).toEqual([]);
  });

  test("3k files are paths of our own, each once, as many as the field takes", () => {
    const path = (letter: string) => `/images/0001/202611/${letter.repeat(26)}.png`;
    const photos = kinds.image({ label, most: 2 });
    expect(fieldSchema(photos).parse(`${path("a")},${path("b")},${path("a")}`)).toBe(`${path("a")},${path("b")}`);
    expect(fieldSchema(photos).parse("")).toBeNull();
    for (const wrong of ["x", "https://evil.example/a.png", `${path("a")}?thumb=1`, `${path("a")},../x`]) {
      expect(said(photos, wrong), wrong).toEqual(["文件不存在或已过期，请重新上传"]);
    }
    expect(said(kinds.file({ label }), `${path("a")},${path("b")}`)).toEqual([
      "当前限制选择 1 个文件，本次选择了 2 个文件，共选择了 2 个文件",
    ]);
    expect(said(kinds.image({ label, required: true }), "")).toEqual(["请上传字段"]);
  });

  test("what is empty is none, or asked for", () => {
    for (const empty of ["", null, undefined, "  "]) {
      expect(fieldSchema(kinds.email({ label })).parse(empty)).toBeNull();
      expect(said(kinds.email({ label, required: true }), empty)).toEqual(["请输入字段"]);
    }
  });

  test("a group holds rows of its fields within its bounds", () => {
    const group = kinds.group({ name: kinds.text({ label, required: true, max: 5 }) }, { label, min: 1, max: 2 });
    expect(said(group, [{ name: "一" }])).toEqual([]);
    expect(said(group, [])).toEqual(["至少填写 1 行"]);
    expect(said(group, [{ name: "一" }, { name: "二" }, { name: "三" }])).toEqual(["最多填写 2 行"]);
    expect(said(group, [{ name: "一二三四五六" }])).toEqual(["最多输入5个字符"]);
    expect(said(group, [{ name: "一", more: 1 }])).toHaveLength(1);
    expect(said(group, "rows")).not.toEqual([]);
  });
});

describe("5 illegal characters", () => {
  const refused = "select update delete truncate join union exec insert drop count script".split(" ");
  test.each([...refused, "'", '"', "“", ";", "<", ">", "%", "SELECT 1", "选择select"])("%s is refused", (text) =>
    expect(withoutIllegalCharacters.safeParse(text).success).toBe(false),
  );
  test.each(["selected", "云山（东门）", "discounts", "A-1"])("%s is not", (text) =>
    expect(withoutIllegalCharacters.safeParse(text).success).toBe(true),
  );
});
