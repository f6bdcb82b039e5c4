/** Lists of stored-value cards for a company, as tests upload and pay them. */
import { expect } from "vitest";
import { cardBatch } from "~/contract/card/batch";
import { uploadPaths } from "~/contract/files";
import type { PayloadOf } from "~/contract/method";
import { sellStoredList } from "~/contract/stored/card-list";
import type { TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
import { send } from "../files/uploading";
import { csv } from "../imports/importing";
import { identityOf } from "./support";

export const heading = ["姓名", "证件类型", "证件号", "手机", "卡号", "备注"];
export const row = (name: string, identity = "", more: Partial<Record<"kind" | "mobile" | "number", string>> = {}) => [
  ...[name, more.kind ?? "", identity, more.mobile ?? "", more.number ?? "", ""],
];
export const staff = (count: number) => Array.from({ length: count }, (_, at) => row(`员工${at + 1}`, identityOf()));

/** `of` says the backend and the card type of the moment. */
export function listing(of: () => { backend: TestBackend; typeId: number }) {
  return {
    async upload(rows: string[][], as = of().backend.admin, heads = heading) {
      const sent = await send(
        of().backend,
        uploadPaths.temporary,
        [{ bytes: csv([heads, ...rows]), name: "名单.csv" }],
        { as, fields: { accept: "file" } },
      );
      if (!sent.success) throw new Error(sent.message);
      return sent.data;
    },
    sell: (path: string, more: Partial<PayloadOf<typeof sellStoredList>> = {}, as = of().backend.admin) =>
      of().backend.call(
        sellStoredList,
        {
          ...{ idempotencyKey: fresh("stored-list-key"), cardTypeId: of().typeId, path, paymentType: "wechat" },
          ...{ company: "青云软件", ...more },
        },
        { as },
      ),
    /** Received: `no(1)` to `no(count)`. */
    async receive(count: number) {
      const { backend, typeId } = of();
      const prefix = `${fresh("G")}-`;
      const no = (place: number) => prefix + String(place).padStart(4, "0");
      const batch = { cardTypeId: typeId, firstNumber: no(1), lastNumber: no(count), receivedOn: "2026-11-20" };
      expect((await backend.call(cardBatch.methods.save, batch as never)).message).toBe("");
      return no;
    },
  };
}
