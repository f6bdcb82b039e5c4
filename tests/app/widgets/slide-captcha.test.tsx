/** The puzzle's markup as the server sends it: what a keyboard or a screen reader finds without scripts, and the words for the slider. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { type CaptchaState, SlideCaptcha } from "~/widgets/slide-captcha";

const picture = { width: 260, height: 160, picture: "data:image/png;base64,AA", piece: "data:image/png;base64,BB" };
const html = (state: CaptchaState, lite = true) => renderToStaticMarkup(createElement(SlideCaptcha, { state, lite }));
const attribute = (text: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1]?.replaceAll("&quot;", '"') ?? null;

describe("2.7 the puzzle by keyboard and screen reader", () => {
  test("without scripts the picture is a submit button with a name, a lead says what to do", () => {
    const [input = ""] = /<input[^>]*>/.exec(html(picture)) ?? [];
    expect(["type", "name", "alt", "width", "height"].map((name) => attribute(input, name))).toEqual([
      "image",
      "captcha",
      "带有缺口的图片：点击缺口的中心",
      "260",
      "160",
    ]);
    expect(input).not.toMatch(/tabindex|aria-hidden|disabled/i);
    expect(html(picture)).toContain("请在图中点击缺口的中心，点击后将直接提交");
  });

  test("the slider has a label that names its keys, and every word that the element says is there", () => {
    const texts = JSON.parse(attribute(html(picture), "texts") ?? "{}") as Record<string, string>;
    expect(texts.handle).toBe("滑块：用方向键移动，按回车确认");
    expect(texts.again).toBe("换一张");
    expect(Object.keys(texts).sort()).toEqual(
      ["again", "drag", "failed", "handle", "passed", "start", "success", "trouble", "wait"].sort(),
    );
    expect(Object.values(texts).filter((text) => text.trim() === "")).toEqual([]);
  });

  test("passed and trouble are text, and leave no field behind", () => {
    expect(html("passed")).toContain("验证通过");
    expect(html("trouble")).toContain("验证图片加载失败，请重试");
    for (const state of ["passed", "trouble"] as const) expect(html(state)).not.toContain("<input");
  });
});
