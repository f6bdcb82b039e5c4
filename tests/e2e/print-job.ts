/** What a printer is given for an order, asked of the backend as another program would: the QR codes as text. */
import { createHash } from "node:crypto";
import { orderDetail } from "~/contract/order/order";
import { login } from "~/contract/platform/session";
import { printTickets } from "~/contract/ticket/issued";
import { createDispatchClient } from "~server/dispatch/client";

export async function printJob(
  baseUrl: string,
  account: { accName: string; password: string },
  orderNo: string,
): Promise<{ ticketNo: string; qrText: string }[]> {
  const caller = {
    sessionId: "journey",
    token: null,
    corpCode: "0001",
    locale: "zh-CN",
    requestId: "journey",
  } as const;
  const password = createHash("md5").update(account.password).digest("hex");
  const { tokenInfo } = await createDispatchClient({ baseUrl }, caller).call(login, {
    accName: account.accName,
    password,
    corpCode: "0001",
  });
  const client = createDispatchClient({ baseUrl }, { ...caller, token: tokenInfo.token });
  const { id } = await client.call(orderDetail, { orderNo });
  const { tickets } = await client.call(printTickets, { orderId: id });
  return tickets;
}
