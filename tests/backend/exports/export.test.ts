import ExcelJS from "exceljs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ExportMethod, exportPath } from "~/contract/export";
import { offlineOrder, saleLog } from "~/contract/order/order-lists";
import { ownJob, ownJobCancel } from "~/contract/platform/job";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { gate } from "~/contract/ticket/gate";
import { issuedTicket } from "~/contract/ticket/issued";
import { tokenHeader } from "~/contract/wire";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, type TestPark } from "~tests/support/park";
import { readXls } from "~tests/support/read-xls";

let backend: TestBackend;
let park: TestPark;
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(() => backend.close());

type Asked = Parameters<TestBackend["call"]>[1];
const work = () => createWorker({ database: backend.database, kinds: allKinds }).drain();
const fetchFile = (jobId: number, as = backend.admin) =>
  backend.app.request(`${exportPath}?jobId=${jobId}`, { headers: { [tokenHeader]: as } });

async function started(method: ExportMethod, asked: object, as = backend.admin): Promise<number> {
  const reply = await backend.call(method, asked as never as Asked & never, { as });
  expect(reply.message).toBe("");
  return reply.data.jobId;
}

async function exported(method: ExportMethod, asked: object, as = backend.admin): Promise<Buffer> {
  const jobId = await started(method, asked, as);
  await work();
  const answer = await fetchFile(jobId, as);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get("content-length")).toBe(String(bytes.length));
  return bytes;
}

describe("an export", () => {
  it("7ak of a resource is a real .xls with labels in place of codes and ids", async () => {
    const [sheet] = readXls(await exported(gate.methods.export, { format: "xls" }));
    const rows = sheet?.rows.map((cells) => cells.map((cell) => cell?.value)) ?? [];
    expect(rows[0]).toEqual(expect.arrayContaining(["编码", "名称", "状态"]));
    expect(rows[1]).toEqual(expect.arrayContaining(["东门", "入口", "启用"]));
    expect(rows.length).toBe(3);
  });

  it("3f has a value in words where that is the row's to say, and names in the reader's language", async () => {
    const [sheet] = readXls(await exported(systemParameter.methods.export, { format: "xls" }));
    const rows = sheet?.rows.map((cells) => cells.map((cell) => cell?.value)) ?? [];
    expect(rows[0]).toEqual(expect.arrayContaining(["参数", "分组", "值", "默认值"]));
    const limit = rows.find((cells) => cells.includes("refundApprovalLimit"));
    expect(limit).toEqual(expect.arrayContaining(["退款审批限额（元）", "业务", "¥500.00"]));
  });

  it("of orders has amounts and moments as cells of their kind, in the order of the list", async () => {
    await park.sell();
    await park.sell();
    const [sheet] = readXls(
      await exported(offlineOrder.methods.export, { format: "xls", sort: "createdAt", order: "asc" }),
    );
    const [head = [], first = []] = sheet?.rows ?? [];
    const at = (label: string) => first[head.findIndex((cell) => cell?.value === label)];
    expect(sheet?.rows.length).toBe(3);
    expect(at("应付")?.format).toBe("#,##0.00");
    expect(typeof at("下单时间")?.value).toBe("number");
    const workbook = new ExcelJS.Workbook();
    const file = await exported(issuedTicket.methods.export, { format: "xlsx" });
    await workbook.xlsx.load(file as unknown as ArrayBuffer);
    const [{ n } = { n: 0 }] = await backend.sql<{ n: number }>("select count(*)::int as n from ticket");
    expect(workbook.worksheets[0]?.rowCount).toBe(n + 1);
  });

  it("takes what the filter finds, the page, or the rows chosen", async () => {
    const orders = [await park.sell(), await park.sell(), await park.sell()];
    const lines = async (asked: object) =>
      (await exported(offlineOrder.methods.export, { format: "csv", ...asked }))
        .toString("utf8")
        .trim()
        .split("\r\n")
        .slice(1);
    const [first, second, third] = orders;
    expect((await lines({})).length).toBe(3);
    expect((await lines({ filters: { orderNo: second?.orderNo } })).join()).toContain(second?.orderNo);
    expect(await lines({ page: { pageNo: 2, pageSize: 2 } })).toHaveLength(1);
    const chosen = await lines({ ids: [third?.orderId, first?.orderId], sort: "id", order: "asc" });
    expect(chosen.map((line) => line.split(",")[0])).toEqual([first?.orderNo, third?.orderNo]);
    // Chosen, but not found by the filter.
    const none = { format: "csv", ids: [first?.orderId], filters: { orderNo: second?.orderNo } };
    expect((await backend.call(offlineOrder.methods.export, none as never)).message).toBe("没有可导出的数据");
  });

  it("8p of nothing is refused with a warning; nonsense with what is wrong", async () => {
    expect((await backend.call(offlineOrder.methods.export, { format: "xls" })).message).toBe("没有可导出的数据");
    expect((await backend.call(offlineOrder.methods.export, { format: "pdf" } as never)).status).toBe(422);
    expect((await backend.call(gate.methods.export, { format: "xls", sort: "password" })).status).toBe(422);
    expect((await backend.call(gate.methods.export, { format: "xls", filters: { x: "1" } })).status).toBe(422);
  });

  it("6 shows masked what its owner may not see, and their own sales only in the sales log", async () => {
    await park.sell({ contactMobile: "13800138000" } as never);
    const grants = ["offlineOrderList", "buyTktLog"];
    const { token: seller } = await backend.createUser({ grants });
    const { token: seeing } = await backend.createUser({ grants: [...grants, "offlineOrderList/sensitive:view"] });
    await backend.sql("update orders set contact_mobile = '13800138000'");
    expect((await exported(offlineOrder.methods.export, { format: "csv" }, seller)).toString()).toContain(
      "138****8000",
    );
    expect((await exported(offlineOrder.methods.export, { format: "csv" }, seeing)).toString()).toContain(
      "13800138000",
    );
    expect((await backend.call(saleLog.methods.export, { format: "csv" }, { as: seller })).message).toBe(
      "没有可导出的数据",
    );
    expect((await backend.call(issuedTicket.methods.export, { format: "csv" }, { as: seeing })).status).toBe(200);
    const { token: nobody } = await backend.createUser({});
    expect((await backend.call(offlineOrder.methods.export, { format: "csv" }, { as: nobody })).status).toBe(403);
  });

  it("6 who loses the right before the job runs gets nothing", async () => {
    await park.sell();
    const { token, id } = await backend.createUser({ grants: ["offlineOrderList"] });
    const jobId = await started(offlineOrder.methods.export, { format: "xls" }, token);
    await backend.sql("delete from account_role where account_id = $1", [id]);
    await work();
    expect((await backend.call(ownJob, { id: jobId }, { as: token })).data.state).toBe("failed");
    expect((await fetchFile(jobId, token)).status).toBe(404);
  });

  it("6 the file is its owner's alone, and nobody's before it is whole or after it was cancelled", async () => {
    await park.sell();
    const { token: owner } = await backend.createUser({ grants: ["offlineOrderList"] });
    const jobId = await started(offlineOrder.methods.export, { format: "xls" }, owner);
    expect((await fetchFile(jobId, owner)).status).toBe(404);
    await work();
    expect((await fetchFile(jobId, owner)).status).toBe(200);
    expect((await fetchFile(jobId)).status).toBe(404);
    expect((await fetchFile(jobId, "nobody")).status).toBe(401);
    expect((await fetchFile(jobId, await backend.createCorp("4001"))).status).toBe(404);
    const other = await started(offlineOrder.methods.export, { format: "xls" }, owner);
    await backend.call(ownJobCancel, { id: other }, { as: owner });
    await work();
    expect((await fetchFile(other, owner)).status).toBe(404);
  });
});
