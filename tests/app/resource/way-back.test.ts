import { describe, expect, it } from "vitest";
import { offlineOrder } from "~/contract/order/order-lists";
import { leftIn, pagesOf } from "~/resource/find-resource.server";
import { carriedWay, keepingWay, leadingOn, wayBack } from "~/resource/way-back.server";

const list = "/order/offlineOrderList";
const at = (path: string, opens: (path: string) => boolean = () => true) => ({ path, mayOpen: opens });

describe("the way back", () => {
  it("leads from an order to the list as it was filtered, and from its ticket through the order", () => {
    const order = pagesOf(offlineOrder, "state=paid&pageNo=2").detail(7);
    expect(wayBack(at(order), list)?.to).toBe(`${list}?state=paid&pageNo=2`);
    const ticket = leadingOn(at(order))("/ticketLogDetail?ticketNo=TK1");
    const back = wayBack(at(ticket), "/ticket/issuedList")?.to ?? "";
    expect(back).toBe(order);
    expect(wayBack(at(back), list)?.to).toBe(`${list}?state=paid&pageNo=2`);
    expect(keepingWay(at(order))("/orders/refund?orderId=7")).toBe(
      `/orders/refund?orderId=7&list=${encodeURIComponent(`${list}?state=paid&pageNo=2`)}`,
    );
  });

  it("is the usual list where the address carries none", () => {
    expect(wayBack(at("/offlineOrderDetail?id=7"), list)?.to).toBe(list);
    expect(keepingWay(at("/offlineOrderDetail?id=7"))("/orders/refund?orderId=7")).toBe("/orders/refund?orderId=7");
  });

  it.each([
    "//evil.example/x",
    "https://evil.example",
    "/\\evil.example",
    "/%2Fevil.example",
    "javascript:alert(1)",
    `/${"a".repeat(2000)}`,
  ])("never leads out of the console (%s)", (bait) => {
    expect(wayBack(at(`/offlineOrderDetail?id=7&list=${encodeURIComponent(bait)}`), list)?.to).toBe(list);
  });

  it("leads only to what one may open", () => {
    const path = `/ticketLogDetail?ticketNo=1&list=${encodeURIComponent("/offlineOrderDetail?id=7")}`;
    const opens = (page: string) => page !== "/offlineOrderDetail";
    expect(carriedWay(at(path, opens))).toBeNull();
    expect(wayBack(at(path, opens), "/ticket/issuedList")?.to).toBe("/ticket/issuedList");
    expect(
      wayBack(
        at(path, () => false),
        "/ticket/issuedList",
      ),
    ).toBeNull();
  });

  it("of another list is no query of this one", () => {
    expect(leftIn({ path: `/corp/userManage/5?list=${encodeURIComponent("/sysRole/conflicts?x=1")}` })).toBe("");
    expect(leftIn({ path: `/corp/userManage/5?list=${encodeURIComponent("status=T")}` })).toBe("status=T");
  });
});
