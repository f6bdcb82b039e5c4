/** Pictures, files and rich text of a resource's rows: whose they are, what they hold on to, and what stays of them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { file, text } from "~/contract/field-kinds";
import { uploadPaths } from "~/contract/files";
import { resource } from "~/contract/resource";
import { park } from "~/contract/ticket/park";
import { park as parkTable } from "~server/backend/business/ticket/schema";
import { sweep } from "~server/backend/files/sweep";
import { listSource } from "~server/backend/kernel/list-source";
import { resourceSource } from "~server/backend/kernel/resource-export";
import type { Call } from "~server/backend/kernel/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fetched, picture, send } from "../files/uploading";

let backend: TestBackend;
let stranger: string;
beforeAll(async () => {
  backend = await openTestBackend();
  stranger = await backend.createCorp("0002");
});
afterAll(() => backend.close());

const { save, saveCells, get, remove, changes } = park.methods;

async function uploaded(as = backend.admin): Promise<string> {
  const png = { bytes: await picture("png"), name: "山门.png" };
  return (await send(backend, uploadPaths.temporary, [png], { as })).data;
}

async function document(name = "导览图.pdf"): Promise<string> {
  const pdf = { bytes: "%PDF-1.7", name };
  return (await send(backend, uploadPaths.temporary, [pdf], { fields: { accept: "file" } })).data;
}

let made = 0;
/** A new park unless the change says which. */
const keep = (change: object) => {
  made += 1;
  return backend.call(save, { code: `F${made}`, name: "云山", ...change } as never);
};

async function kept(change: object): Promise<number> {
  return Number((await keep(change)).data.id);
}

const stateOf = async (path: string) =>
  (await backend.sql<{ state: string }>("select state from stored_file where path = $1", [path]))[0]?.state;

/** The sweep, two days on. */
async function sweepLater(): Promise<void> {
  const now = () => new Date(Date.now() + 48 * 3_600_000);
  await sweep({ database: backend.database, store: backend.store, now });
}

const bytesOf = (path: string) => backend.store.files.get(path.slice(1));

describe("files of a row", () => {
  it("3k are kept by the row that names them: the reference is what the upload answered", async () => {
    const [one, two, loose] = [await uploaded(), await document(), await uploaded()];
    const id = await kept({ photos: one, documents: two });
    const { record, options } = (await backend.call(get, { id })).data;
    expect(record).toMatchObject({ photos: one, documents: two });
    expect([options.photos, options.documents]).toEqual([
      [{ value: one, label: "山门.png" }],
      [{ value: two, label: "导览图.pdf" }],
    ]);
    await sweepLater();
    expect([await stateOf(one), await stateOf(two), await stateOf(loose)]).toEqual(["kept", "kept", undefined]);
    expect((await fetched(backend, one)).status).toBe(200);
  });

  it("are let go of when the row no longer names them, or is gone", async () => {
    const [first, second, third] = [await uploaded(), await uploaded(), await uploaded()];
    const id = await kept({ photos: `${first},${second}` });
    await keep({ id, photos: `${second},${third}` });
    expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual(["temporary", "kept", "kept"]);
    await backend.call(remove, { id });
    await sweepLater();
    expect([first, second, third].map(bytesOf)).toEqual([undefined, undefined, undefined]);
  });

  it("a copy holds the same file: it stays while either does", async () => {
    const photo = await uploaded();
    const id = await kept({ photos: photo });
    const copy = await kept({ photos: photo });
    await backend.call(remove, { id });
    await sweepLater();
    expect([await stateOf(photo), bytesOf(photo)]).toEqual(["kept", expect.anything()]);
    await backend.call(remove, { id: copy });
    await sweepLater();
    expect(bytesOf(photo)).toBeUndefined();
  });

  it("another corp's file, one that never was, and one swept meanwhile are refused", async () => {
    const theirs = await uploaded(stranger);
    const swept = await uploaded();
    await sweepLater();
    const never = "/images/0001/202611/aaaaaaaaaaaaaaaaaaaaaaaaaa.png";
    const message = ["文件不存在或已过期，请重新上传"];
    const holders = await backend.sql("select * from file_use");
    for (const photos of [theirs, swept, never, "javascript:alert(1)", "/images/../x"]) {
      expect(await keep({ photos }), photos).toMatchObject({ status: 422, errors: { photos: message } });
    }
    expect(await keep({ introduction: `<img src="${never}">` })).toMatchObject({ errors: { introduction: message } });
    expect((await keep({ photos: theirs.replace("/0002/", "/0001/") })).status).toBe(422);
    expect(await backend.sql("select * from file_use")).toEqual(holders);
  });

  it("5s 5w a field takes its kinds and its number, whatever the form let through", async () => {
    const pdf = await document();
    expect(await keep({ photos: pdf })).toMatchObject({ status: 422, errors: { photos: ["只能上传图片"] } });
    const four = await Promise.all([1, 2, 3, 4].map((n) => document(`${n}.pdf`)));
    expect(await keep({ documents: four.join(",") })).toMatchObject({
      status: 422,
      errors: { documents: ["当前限制选择 3 个文件，本次选择了 4 个文件，共选择了 4 个文件"] },
    });
    const [one] = four;
    const id = await kept({ documents: `${one},${one}` });
    expect((await backend.call(get, { id })).data.record?.documents).toBe(one);
  });

  it("that rich text shows are held as well", async () => {
    const photo = await uploaded();
    const id = await kept({ introduction: `<p>日出</p><img src="${photo}" alt="日出" />` });
    expect(await stateOf(photo)).toBe("kept");
    await keep({ id, introduction: "<p>日出</p>" });
    expect(await stateOf(photo)).toBe("temporary");
  });

  it("changing a cell of the row leaves them; what was changed is in the log", async () => {
    const [one, two] = [await uploaded(), await uploaded()];
    const id = await kept({ photos: one });
    const cells = { rows: [{ id, rowVersion: 0, values: { address: "山路 1 号" } }] };
    expect((await backend.call(saveCells, cells)).status).toBe(200);
    expect(await stateOf(one)).toBe("kept");
    await keep({ id, address: "山路 1 号", photos: two });
    const log = (await backend.call(changes, { id })).data.changes;
    expect(log[0]?.fields).toContainEqual({ field: "photos", before: one, after: two });
  });

  it("are exported by their names", async () => {
    const id = await kept({ documents: `${await document("导览图.pdf")},${await document("许可.pdf")}` });
    const listed = resource("ticket", "parkPapers", {
      ...{ title: park.title, path: "/papers", fun: "parkList", nameField: "name" },
      defaultSort: { field: "id", order: "asc" },
      fields: {
        name: text({ label: () => "名称", list: true }),
        documents: file({ label: () => "资料", most: 3, list: true }),
      },
    });
    const source = resourceSource(listSource(listed as never, { table: parkTable }), {});
    const rows = await backend.database.tenant("0001", (db) =>
      source.rows({ db, locale: "zh-CN", may: async () => true } as unknown as Call, [id], {
        ...{ format: "csv", order: "asc", filters: {} },
      }),
    );
    expect(rows).toEqual([{ name: "云山", documents: "导览图.pdf、许可.pdf" }]);
  });
});

describe("rich text of a row", () => {
  const introductionOf = async (introduction: string) => {
    const id = await kept({ introduction });
    return (await backend.call(get, { id })).data.record?.introduction;
  };

  it("5z is filtered on the way in: only the allow-list is kept", async () => {
    expect(await introductionOf('<p onclick="x()">云<script>alert(1)</script><b>山</b></p>')).toBe(
      "<p>云<strong>山</strong></p>",
    );
    expect(await introductionOf('<a href="javascript:alert(1)">a</a><h1>b</h1><style>p{}</style>')).toBe("<a>a</a>b");
    expect(await introductionOf("第一行\n第二行")).toBe("第一行\n第二行");
    expect(await introductionOf("<script>alert(1)</script>")).toBeNull();
  });

  it("saved again as it came back, it is the same", async () => {
    const first = String(await introductionOf('A & B < C <a href="https://a.cn/?x=1&y=2">d</a>'));
    expect(await introductionOf(first)).toBe(first);
  });

  it("that is too long once it is filtered is refused", async () => {
    expect(await keep({ introduction: "&".repeat(3_000) })).toMatchObject({
      status: 422,
      errors: { introduction: ["最多输入4000个字符"] },
    });
  });
});
