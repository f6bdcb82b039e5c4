import { decode } from "turbo-stream";
import { describe, expect, test } from "vitest";
import { numbered } from "~/shell/handoff";
import { asJson, withoutMenu, withState } from "~/shell/handoff.server";

async function read(values: unknown[]): Promise<unknown> {
  const bytes = new Blob([JSON.stringify(values)]).stream();
  return (await decode(bytes)).value;
}

describe("the state of a page on its way to the browser", () => {
  test("is read by Remix as the loaders said it", async () => {
    const state = {
      loaderData: {
        shell: { groups: [{ name: "订单", entries: [] }], phone: "", unread: 0, described: ["/a", "/a"], place: null },
        "/list": { rows: [[1, "x", true, null], []], nested: { a: { b: { c: -5 } } }, empty: {} },
        root: null,
      },
      actionData: null,
    };
    expect(await read(numbered(JSON.parse(asJson(state) ?? "")))).toEqual(state);
  });

  test("keeps a text that looks like the form's own signs", async () => {
    const state = { loaderData: { a: ["D", "P", "_1", -7, 0], _1: "_2" } };
    expect(await read(numbered(state))).toEqual(state);
  });

  test.each([
    ["a date", new Date(0)],
    ["a map", new Map([[1, 2]])],
    ["a promise", Promise.resolve(1)],
    ["no number", Number.NaN],
    ["a large number", 10n],
  ])("is left to Remix with %s in it", (_name, value) => {
    expect(asJson({ loaderData: { a: [{ value }] } })).toBeNull();
  });

  test("cannot end its element, and takes the place of the script that opens the stream", () => {
    const html =
      '<body><p>1</p><script nonce="n">window.__remixContext = {"a":1};</script><script type="module">x</script>';
    const state = asJson({ name: "</script><script>alert(1)</script><!--" }) ?? "";
    const page = withState(html, { whole: state, onMenu: "" });
    expect(page).toBe(
      '<body><p>1</p><script type="application/json" id="state">{"name":"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u003c!--"}</script><script type="module">x</script>',
    );
  });

  test("has no entries of a menu that stands on its page, where links say all of them", () => {
    const listed = { name: "票务", icon: "ticket", entries: [{ name: 'a "b"', url: "/a" }] };
    const straight = { name: "工作台", icon: "workbench", entries: [{ name: "工作台", url: "/index" }] };
    const blank = { name: "报表", icon: "report", entries: [{ name: "x", url: "/x", blank: true as const }] };
    const groups = [straight, listed, blank];
    const whole = JSON.stringify({ loaderData: { shell: { groups, unread: 1 } } });
    const onMenu = withoutMenu(whole, groups);
    expect(JSON.parse(onMenu)).toEqual({
      loaderData: { shell: { groups: [straight, { name: "票务", icon: "ticket" }, blank], unread: 1 } },
    });
    const script = '<script nonce="n">window.__remixContext = {};</script>';
    expect(withState(`<body>${script}`, { whole, onMenu })).toContain(whole);
    expect(withState(`<body><nav class="sidebar" id="menu">${script}`, { whole, onMenu })).toContain(onMenu);
    expect(withoutMenu(whole, undefined)).toBe(whole);
  });

  test("is not written on a page without scripts", () => {
    expect(withState("<body><p>1</p></body>", { whole: "{}", onMenu: "{}" })).toBe("<body><p>1</p></body>");
  });
});
