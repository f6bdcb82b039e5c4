/** The tenant's colour on the document, before sign-in and after, and nowhere where there is none. */
import { expect, test } from "vitest";
import { brandStyle } from "~/shell/brand-style.server";
import { forgetProduct, loadProduct } from "~/shell/product.server";
import { fakeContext } from "./fake-context";

const product = { name: "云山", logo: "", picture: "", colour: "#7048e8" };

test("a page whose loader asked for the product has its colours; others have none", () => {
  expect(brandStyle({ shell: { product } })).toMatchObject({ "--b": "#7048e8" });
  expect(brandStyle({ login: { product: { ...product, colour: "" } } })).toBeUndefined();
  expect(brandStyle({ some: { product: "text" }, other: null, third: [1] })).toBeUndefined();
});

test("the picture stands behind a page that has room for it, and is one of our own files", async () => {
  const picture = "/img/0001/202611/abcdefghijklmnopqrstuvwxyz.jpg";
  expect(brandStyle({ login: { product: { ...product, colour: "", picture } } }, true)).toEqual({
    "--picture": `url("${picture}")`,
  });
  expect(brandStyle({ login: { product: { ...product, colour: "", picture } } })).toBeUndefined();
  for (const signInImg of ["https://cdn.example/x.jpg", '/img/0001/202611/a.jpg");}', "//evil.example/a.jpg"]) {
    const answers = { getSysInfo: { sysName: "", logoImg: "", signInImg, brandColor: "", menuImg: "", returnUrl: "" } };
    expect((await loadProduct(fakeContext({ answers }).context, `p ${signInImg}`)).picture).toBe("");
  }
});

test("it is asked for once a minute, and anew after a change; what is no colour is none; a stored logo is the small picture", async () => {
  const logoImg = "/img/0001/202611/abcdefghijklmnopqrstuvwxyz.png";
  const of = (brandColor: string) =>
    fakeContext({ answers: { getSysInfo: { sysName: "云山", logoImg, brandColor, menuImg: "", returnUrl: "" } } });
  const first = of("#7048e8");
  expect(await loadProduct(first.context, "0077")).toEqual({ ...product, logo: `${logoImg}?thumb=1` });
  const second = of("red;}*{display:none");
  expect((await loadProduct(second.context, "0077")).colour).toBe("#7048e8");
  forgetProduct("0077");
  expect((await loadProduct(second.context, "0077")).colour).toBe("");
});
