/** Report or data-source addresses that an administrator sets, and style classes of dictionaries: refused on save. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dictItem } from "~/contract/platform/dictionary";
import { menuFields } from "~/contract/platform/menu";
import { personalApplication } from "~/contract/platform/personal-app";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const words = { label: "x", labelEn: "x", sort: 0, isDefault: false };
const hostile = [
  "javascript:alert(1)",
  "JaVa\tScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "//evil.example/x",
  "/\\evil.example",
  "\u0001https://evil.example",
  "https://report.example/\u0000",
  "https://report.example/\u0001x",
  "https://report.example/\u007fx",
  "/report/\u0001x",
  "/report\nx",
];

describe.each(hostile)("addresses that an administrator sets: %j", (address) => {
  test.each(["funUrl", "outerChain", "cloudFunUrl", "description"] as const)("is no %s of a menu entry", (field) => {
    expect(menuFields.shape[field].safeParse(address).success).toBe(false);
  });

  test("is no address of a personal application, and nothing is written", async () => {
    const before = await backend.sql("select count(*) as n from audit_log");
    const payload = { code: "hostile1", name: "x", icon: null, url: address, parameters: [] };
    const reply = await backend.call(personalApplication.methods.save, payload as never);
    expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, ["url"]]);
    expect(await backend.sql("select count(*) as n from audit_log")).toEqual(before);
  });
});

test.each(['good" onclick="x', "<script>", "javascript:", "good bad", "nosuchcolour"])(
  "dictionary style classes as script: %j is no colour of an item",
  async (colour) => {
    const payload = { dictType: "paymentType", value: "hostile", ...words, colour };
    const reply = await backend.call(dictItem.methods.save, payload as never);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors ?? {})).toContain("colour");
  },
);
