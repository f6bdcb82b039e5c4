/** The one place that knows which company is which. */
import { alipay } from "./alipay";
import { type Gateway, type Keys, Wrong } from "./gateway";
import { wechat } from "./wechat";

const known: Record<string, (keys: Keys) => Gateway> = { alipay, wechat };

export function gatewayOf(keys: Keys): Gateway {
  const open = known[keys.provider];
  if (!open) throw new Wrong(keys.provider);
  return open(keys);
}
