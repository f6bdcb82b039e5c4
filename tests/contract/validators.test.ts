/** The shared validators of specification 5, with their messages to the letter. */
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import "~/i18n/locale.server";
import { number } from "~/contract/field-kinds";
import { fieldSchema } from "~/contract/field-schema";
import {
  atLeast,
  chineseText,
  code,
  email,
  greaterThan,
  identityNumber,
  mobileNumber,
  numberText,
  postalCode,
  telephone,
  visitorMobile,
  withoutIllegalCharacters,
} from "~/contract/validators";

/** Every right value is taken, every wrong one refused with this message alone. */
function holds(schema: z.ZodType, right: unknown[], wrong: unknown[], message: string): void {
  for (const value of right) expect(schema.safeParse(value).error?.issues ?? [], String(value)).toEqual([]);
  for (const value of wrong) {
    const said = schema.safeParse(value).error?.issues.map((issue) => issue.message);
    expect(said, JSON.stringify(value)).toEqual([message]);
  }
}

describe("formats", () => {
  test("5e an e-mail address", () => {
    const wrong = ["", "a", "a@b", "@b.cn", "a b@c.cn", "a@b.cn ", "a@@b.cn", "a@b..cn", 7, null];
    holds(email, ["a@b.cn", "a.b-c@d-e.com.cn"], wrong, "请输入正确的邮箱格式");
  });

  test("5f an identity number: eighteen digits, a real day of birth, the right check digit", () => {
    const right = ["11010519491231002X", "11010519491231002x", "440524188001010014"];
    const wrong = [
      "110105194912310021",
      "11010519491331002X",
      "11010519490230002X",
      "1101051949123100",
      "01010519491231002X",
      "",
      null,
    ];
    holds(identityNumber, right, wrong, "身份证号码不正确");
    expect(identityNumber.parse("11010519491231002x")).toBe("11010519491231002X");
  });

  test("5g a number", () => {
    holds(numberText, ["0", "-1", "3.14"], ["", "x", "1,2", "1e3", "１", ".", "1.", null], "请输入数字");
    holds(fieldSchema(number({ label: () => "x", required: true })), [0, 5], ["five", true], "请输入数字");
  });

  test("5h a postal code has six digits", () => {
    holds(postalCode, ["100000", "010000"], ["10000", "1000000", "10000a", "", null], "请输入正确的邮政编码");
  });

  test("5i a mobile has eleven digits and begins with 1 and 3 to 9", () => {
    const wrong = ["12800138000", "10000000000", "1380013800", "138001380000", "+8613800138000", "", null];
    holds(mobileNumber, ["13800138000", "19912345678", "14000000000"], wrong, "请输入正确手机号");
  });

  test("a visitor's mobile may be of another country, with its code; how it is written makes no difference", () => {
    const right = ["13812345678", "+85291234567", "+33612345678", "+12025550123"];
    const wrong = [
      "",
      "23812345678",
      "1381234567",
      "+8612345",
      "+0123456789",
      "+123456",
      "91234567",
      "+1234567890123456",
    ];
    holds(visitorMobile, right, wrong, "请输入正确手机号；境外号码请加国家（地区）代码，如 +85291234567");
    expect(
      ["138 1234 5678", "+86 138-1234-5678", "8613812345678", "00852 9123 4567", "+852 (9123) 4567"].map((typed) =>
        visitorMobile.parse(typed),
      ),
    ).toEqual(["13812345678", "13812345678", "13812345678", "+85291234567", "+85291234567"]);
  });

  test("5j a telephone is a mobile, an area code with a dash and a number, or 400 and seven digits", () => {
    const right = ["13800138000", "010-12345678", "0571-1234567", "4001234567", "400-123-4567"];
    const wrong = ["12345678", "01012345678", "400123456", "40012345678", "010-123", "", null];
    holds(telephone, right, wrong, "请输入正确的电话号.");
  });

  test("5k Chinese characters only", () => {
    holds(chineseText, ["云山", "龘"], ["云山1", "a", "云 山", "，", "", null], "请输入汉字");
  });
});

describe("codes", () => {
  test("5l no Chinese in a code", () => {
    holds(code, ["A-1"], ["编码", "A编", "编_"], "编码不能输入汉字!");
  });

  test("5q a code has letters, digits and hyphens only", () => {
    holds(code, ["a", "A-1", "007"], ["a_1", "a b", "a.b", "é", "Ａ1"], "编码只能包含字母、数字和横线");
  });
});

describe("bounds", () => {
  test("5m greater than N", () => {
    holds(greaterThan(3), [3.01, 4], [3, 2, -4], "必须大于3");
  });

  test("5n at least N", () => {
    holds(atLeast(3), [3, 3.5], [2.99, -3], "必须大于等于3");
  });

  test("5o both with a whole number, or with at most two decimals", () => {
    holds(greaterThan(3, { integer: true }), [4], [3, 3.5], "必须大于3并且为整数");
    holds(atLeast(3, { integer: true }), [3], [2, 3.5], "必须大于等于3并且为整数");
    holds(greaterThan(3, { decimals: true }), [3.01, 3.1, 1_000_000.07], [3, 3.001], "必须大于3并且最多输入两位小数");
    holds(atLeast(3, { decimals: true }), [3, 3.25], [2, 3.125], "必须大于等于3并且最多输入两位小数");
  });

  test("5p a message of one's own takes the place of each", () => {
    for (const rule of [{}, { integer: true }, { decimals: true }]) {
      holds(greaterThan(0, { ...rule, message: () => "要正数" }), [1], [0, -1], "要正数");
      holds(atLeast(0, { ...rule, message: () => "不能是负数" }), [0], [-1], "不能是负数");
    }
    const field = number({ label: () => "x", above: 0, message: () => "要正数" });
    holds(fieldSchema(field), [1], [0], "要正数");
  });
});

describe("5r illegal characters", () => {
  const words = "select update delete truncate join union exec insert drop count".split(" ");
  const signs = ["'", '"', "‘", "’", "“", "”", ";", "<", ">", "%"];
  const wrong = [
    ...words,
    ...words.map((word) => word.toUpperCase()),
    ...words.map((word) => `甲 ${word} 乙`),
    ...signs.map((sign) => `a${sign}b`),
    "script",
    "JavaScript:",
  ];
  test("5r the keywords, quotes, semicolon, angle brackets, percent and script are refused", () => {
    holds(withoutIllegalCharacters, [], wrong, "输入内容含有非法字符");
  });
  test("5r words that only hold a keyword are not", () => {
    holds(withoutIllegalCharacters, ["selected", "discounts", "云山（东门）", "A-1", ""], [], "");
  });
});
