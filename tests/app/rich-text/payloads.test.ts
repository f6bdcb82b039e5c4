/** Rich text against what is tried on filters of HTML: on the way in and on the way out. */
import { describe, expect, test } from "vitest";
import { isShownFile } from "~/contract/shown-file";
import { richText, wordsOf } from "~/widgets/rich-text/rich-text.server";
import { allowedRichText } from "~server/backend/kernel/rich-text";
import { strayParts } from "~tests/support/rich-elements";
import { payloads } from "~tests/support/xss-payloads";

const ways: [string, (text: string) => string][] = [
  ["in", allowedRichText],
  ["out", richText],
  ["in and out", (text) => richText(allowedRichText(text))],
];

describe("5z rich text keeps to the allow-list of tags and attributes", () => {
  test("there are some two hundred payloads and more", () => {
    expect(new Set(payloads).size).toBe(payloads.length);
    expect(payloads.length).toBeGreaterThan(200);
  });

  test("the reader of elements finds what a filter would leave behind", () => {
    for (const bad of [
      "<script>x</script>",
      '<p onclick="x">',
      '<a href="javascript:x">',
      "<P>",
      "<p class='x'>",
      "a < b",
      '<img src="//evil.example/x" />',
      '<p style="x">',
    ]) {
      expect(strayParts(bad), bad).not.toEqual([]);
    }
    expect(strayParts('<p>a &lt; b<br /><a href="https://a.cn/?b&amp;c" target="_blank">d</a></p>')).toEqual([]);
  });

  test.each(ways)("nothing but the list is left on the way %s", (_, filter) => {
    const left = payloads.flatMap((payload) => strayParts(filter(payload)).map((part) => `${payload}\n → ${part}`));
    expect(left).toEqual([]);
  });

  test("what is filtered twice is what is filtered once", () => {
    for (const payload of payloads) {
      const once = allowedRichText(payload);
      expect(allowedRichText(once)).toBe(once);
    }
  });

  test("what is of the list stays, links without a hold on our window", () => {
    const kept =
      '<p><span>a</span><strong>b</strong><em>c</em><i>d</i><br /><img src="/images/x.png" alt="e" width="9" /></p><div><audio src="/media/x.mp3" controls="controls"></audio></div>';
    expect([allowedRichText(kept), richText(kept)]).toEqual([kept, kept]);
    expect(richText('<a href="https://a.cn" target="_blank" rel="opener">f</a>')).toBe(
      '<a href="https://a.cn" target="_blank" rel="noopener noreferrer nofollow">f</a>',
    );
    expect(richText("第一行\n第二行 <")).toBe("第一行<br />第二行 &lt;");
  });

  test('the attack `<img src="/?isAdvancePre=1&token=…">`: what is fetched of its own accord is a file of ours or nothing', () => {
    const addresses = [
      "/?isAdvancePre=1&token=abc",
      "/?isAdvancePre=1&amp;token=abc",
      "/images/x.png?isAdvancePre=1&amp;token=abc",
      "/images/../?isAdvancePre=1&amp;token=abc",
      "/logout",
      "https://evil.example/x.png",
      "//evil.example/images/x.png",
      "/images/%2e%2e/logout.png",
      "/images\\..\\x.png",
      "data:image/png;base64,AA==",
    ];
    for (const address of addresses) {
      for (const element of [`<img src="${address}" alt="a">`, `<audio src="${address}" controls></audio>`]) {
        expect([allowedRichText(`<p>b${element}</p>`), richText(`<p>b${element}</p>`)]).toEqual([
          "<p>b</p>",
          "<p>b</p>",
        ]);
        expect(isShownFile(address)).toBe(false);
      }
    }
    expect(richText('<a href="/order">c</a>')).toContain('href="/order"');
  });

  test("its words alone carry no element either, and are words again", () => {
    expect(wordsOf("<p>A &amp; B</p><p>日出<br>四季 &lt;3</p>")).toBe("A & B 日出 四季 <3");
    expect(wordsOf("<script>alert(1)</script><p>云</p>")).toBe("云");
  });
});
