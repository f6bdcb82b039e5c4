/** The companies' libraries take a third of a second to load: once, at the first call of whoever has an account there. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export const alipayLibrary = () => require("alipay-sdk") as typeof import("alipay-sdk");
export const wechatLibrary = () => require("wechatpay-axios-plugin") as typeof import("wechatpay-axios-plugin");
