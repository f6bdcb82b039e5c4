/** Files to import, made on the spot, and a hand that brings them in. */
import { randomUUID } from "node:crypto";
import ExcelJS from "exceljs";
import { uploadPaths } from "~/contract/files";
import type { ImportExisting, ImportMethods } from "~/contract/import";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import type { TestBackend } from "~tests/support/backend";
import { send } from "../files/uploading";

type Cell = string | number | boolean | Date | null | { formula: string; result?: string | number };

export async function xlsx(rows: Cell[][]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("数据");
  for (const row of rows) sheet.addRow(row);
  return Buffer.from(await book.xlsx.writeBuffer());
}

export const csv = (rows: (string | number)[][], mark = "\uFEFF") =>
  Buffer.from(mark + rows.map((row) => row.join(",")).join("\r\n"));

export function importing(backend: TestBackend, methods: ImportMethods | null) {
  if (!methods) throw new Error("nothing is imported there");
  const worker = () => createWorker({ database: backend.database, kinds: allKinds, store: backend.store });
  const work = () => worker().drain();
  const upload = async (bytes: Buffer, name = "数据.xlsx", as = backend.admin) => {
    const sent = await send(backend, uploadPaths.temporary, [{ bytes, name }], { as, fields: { accept: "file" } });
    if (!sent.success) throw new Error(sent.message);
    return sent.data;
  };
  const start = async (
    path: string,
    as = backend.admin,
    key: string = randomUUID(),
    existing: ImportExisting = "refuse",
  ) => backend.call(methods.start, { path, key, existing }, { as });
  const view = async (id: number, as = backend.admin, show: "all" | "bad" = "all") => {
    const { data } = await backend.call(methods.get, { id, show }, { as });
    if (!data) throw new Error("no import");
    return data;
  };
  return {
    methods,
    work,
    worker,
    upload,
    start,
    view,
    /** Uploaded and checked. */
    async checked(bytes: Buffer, name = "数据.xlsx", as = backend.admin, existing: ImportExisting = "refuse") {
      const { data, message } = await start(await upload(bytes, name, as), as, randomUUID(), existing);
      if (!data) throw new Error(message);
      await work();
      return view(data.id, as);
    },
    run: (id: number, mode: "all" | "good", as = backend.admin) => backend.call(methods.run, { id, mode }, { as }),
    undo: (id: number, as = backend.admin) => backend.call(methods.undo, { id }, { as }),
  };
}
