/** What brought a movement about is a link where its reader may go there, and words where not. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { quotaLedger } from "~/contract/ticket/quota-ledger";
import { loadDetail } from "~/resource/load-detail.server";
import { loadList } from "~/resource/load-list.server";
import { page, screen } from "./screen";

const movement = {
  ...{ id: 5, rowVersion: 0, at: "2026-11-20 10:00:00", poolId: 3, day: "2026-11-20", slot: "", kind: "sell" },
  ...{
    total_change: 0,
    held_change: 0,
    sold_change: 2,
    total: 100,
    held: 0,
    sold: 2,
    source: "T1001",
    accountName: "甲",
  },
};
const order = { to: "/offlineOrderDetail?orderNo=T1001", text: "T1001" };

describe.each([
  ["may open orders", ["quotaList", "offlineOrderList"], order],
  ["may not", ["quotaList"], "T1001"],
] as const)("whoever %s", (_, functions, cell) => {
  test("in the list of movements, and on a movement's page", async () => {
    const answers = {
      quotaLedgerList: page([movement]),
      quotaLedgerGet: { record: movement, options: {} },
      quotaLedgerChanges: { records: [], count: 0, pageNo: 1, pageSize: 10, totalPage: 1 },
    };
    const asked = { answers, functions: [...functions] };
    const list = await loadList(screen("/ticket/quotaLedger", asked).args, quotaLedger.rows);
    expect(list.rows[0]?.cells).toContainEqual(cell);
    const row = screen("/ticket/quotaLedger/5", { ...asked, params: { id: "5" } });
    const { facts } = await loadDetail(row.args, [], { log: false });
    expect(facts.map((fact) => fact.cell)).toContainEqual(cell);
  });
});
