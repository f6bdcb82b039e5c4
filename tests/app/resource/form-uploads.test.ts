/** Files in a resource's form, posted as a browser without scripts posts them, and a row that is deleted meanwhile. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { pathsOf, uploadPaths } from "~/contract/files";
import { loadDetail } from "~/resource/load-detail.server";
import { type FormView, loadForm, saveForm } from "~/resource/load-form.server";
import { loader as linkLoader } from "~/screens/files/link";
import { failure, outcome } from "../shell/fake-context";
import { screen } from "./screen";

const pathOf = (letter: string, folder = "images", ending = "png") =>
  `/${folder}/0001/202611/${letter.repeat(26)}.${ending}`;
const [one, two, plan] = [pathOf("a"), pathOf("b"), pathOf("c", "files", "pdf")];
const names: Record<string, string> = { [one]: "山门.png", [two]: "湖.png", [plan]: "导览图.pdf" };

interface Posting {
  fields?: Record<string, string | string[]>;
  chosen?: Record<string, File[]>;
  record?: Record<string, unknown> | null;
  answers?: Record<string, unknown>;
  buttons?: string[];
}

/** A form of multipart, with what the uploads that it leads to were asked. */
function posting(path: string, { fields = {}, chosen = {}, record = null, answers = {}, buttons = [] }: Posting) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ code: "P1", name: "云山", ...fields })) {
    for (const text of [value].flat()) form.append(name, text);
  }
  for (const [name, files] of Object.entries(chosen)) for (const file of files) form.append(name, file, file.name);
  const id = /\/(\d+)(?:\/|$)/.exec(path)?.[1];
  const options = Object.fromEntries(
    ["photos", "documents"].map((field) => [
      field,
      pathsOf(String(record?.[field] ?? "")).map((value) => ({ value, label: names[value] ?? "" })),
    ]),
  );
  const { args, seen } = screen(path, {
    answers: { parkGet: { record, options }, parkSave: { id: 4 }, ...answers },
    form,
    buttons,
    ...(id && { params: { id } }),
  });
  const sent: { path: string; name: string; accept: string | undefined }[] = [];
  const dispatch = args.context.dispatch as unknown as Record<string, unknown>;
  const call = dispatch.call as (method: { name: string }, payload: { paths: string[] }) => Promise<unknown>;
  dispatch.call = async (method: { name: string }, payload: { paths: string[] }) => {
    if (method.name !== "describeFiles") return call(method, payload);
    return payload.paths.flatMap((known) => (names[known] ? [{ path: known, name: names[known], size: 1 }] : []));
  };
  dispatch.upload = async (to: string, files: File[], { accept }: Record<string, string>) => {
    const name = files[0]?.name ?? "";
    sent.push({ path: to, name, accept });
    const known = Object.entries(names).find(([, one]) => one === name);
    if (known) return known[0];
    throw failure("invalid", "只能上传图片");
  };
  return { args, seen, sent };
}

const file = (name: string, size = 10) => new File([new Uint8Array(size)], name);
const uploadsOf = (view: FormView, name: string) => view.inputs.find((input) => input.name === name)?.uploads;

async function answered(made: ReturnType<typeof posting>): Promise<FormView & { status: number }> {
  const { status, body } = await outcome(saveForm(made.args));
  return { ...(body as FormView), status };
}

describe("7ag files in a plain form post", () => {
  test("chosen files are stored first, then saved with the row by their paths", async () => {
    const made = posting("/manage/parkList/new", {
      fields: { "photos.upload": [] },
      chosen: { "photos.upload": [file("山门.png"), file("湖.png")], "documents.upload": [file("导览图.pdf")] },
    });
    expect(await outcome(saveForm(made.args))).toMatchObject({ status: 303 });
    expect(made.sent).toEqual([
      { path: uploadPaths.temporary, name: "山门.png", accept: "image" },
      { path: uploadPaths.temporary, name: "湖.png", accept: "image" },
      { path: uploadPaths.temporary, name: "导览图.pdf", accept: "file" },
    ]);
    expect(made.seen.calls.at(-1)?.payload).toMatchObject({ photos: `${one},${two}`, documents: plan });
  });

  test("3k 4.5c a form that is refused comes back with them: stored, named, and marked as new", async () => {
    const view = await answered(
      posting("/manage/parkList/7/edit", {
        fields: { name: "", rowVersion: "0", photos: [one] },
        chosen: { "photos.upload": [file("湖.png")] },
        record: { id: 7, rowVersion: 0, name: "云山", photos: one },
      }),
    );
    expect(view).toMatchObject({ status: 422, errors: { name: ["请输入名称"] } });
    expect(uploadsOf(view, "photos")?.files).toEqual([
      { path: one, name: "山门.png", isNew: false },
      { path: two, name: "湖.png", isNew: true },
    ]);
  });

  test("5w too many: the warning says the limit, those chosen now and all; nothing is sent", async () => {
    const made = posting("/manage/parkList/new", {
      fields: { documents: [plan] },
      chosen: { "documents.upload": [file("a.pdf"), file("b.pdf"), file("c.pdf")] },
    });
    const view = await answered(made);
    expect(view.errors).toEqual({ documents: ["当前限制选择 3 个文件，本次选择了 3 个文件，共选择了 4 个文件"] });
    expect([view.status, made.sent, uploadsOf(view, "documents")?.files.length]).toEqual([422, [], 1]);
  });

  test("5t 5v 9b one of 10 MB is refused by itself, the others are kept", async () => {
    const large = 10 * 1024 * 1024;
    const made = posting("/manage/parkList/new", {
      chosen: {
        "photos.upload": [file("large.png", large), file("湖.png")],
        "documents.upload": [file("large.pdf", large)],
      },
    });
    const view = await answered(made);
    expect(view.errors).toEqual({
      photos: ["上传图片大小不能超过 10MB!"],
      documents: ["上传文件大小不能超过 10MB!"],
    });
    expect(uploadsOf(view, "photos")?.files.map(({ name }) => name)).toEqual(["湖.png"]);
  });

  test("5x one is removed when its question is ticked", async () => {
    const made = posting("/manage/parkList/7/edit", {
      fields: { rowVersion: "0", photos: [one, two], "photos.remove": one },
      record: { id: 7, rowVersion: 0, name: "云山", photos: `${one},${two}` },
    });
    expect(await outcome(saveForm(made.args))).toMatchObject({ status: 303 });
    expect(made.seen.calls.at(-1)?.payload).toMatchObject({ photos: two });
  });

  test("what is no path of a file is refused beside its field", async () => {
    const view = await answered(posting("/manage/parkList/new", { fields: { photos: "javascript:alert(1)" } }));
    expect(view).toMatchObject({ status: 422, errors: { photos: ["文件不存在或已过期，请重新上传"] } });
  });

  test("a button that does not save keeps what was chosen too", async () => {
    const view = await answered(
      posting("/manage/parkList/new", {
        fields: { intent: "add:seasons" },
        chosen: { "photos.upload": [file("山门.png")] },
      }),
    );
    expect([view.status, uploadsOf(view, "photos")?.files.map(({ path }) => path)]).toEqual([200, [one]]);
  });

  test("a copy begins with the same files", async () => {
    const { args } = posting("/manage/parkList/new?copy=7", {
      record: { id: 7, rowVersion: 3, code: "P1", name: "云山", photos: one, introduction: "<p>日出</p>" },
    });
    const view = await loadForm(args);
    expect(uploadsOf(view, "photos")?.files).toEqual([{ path: one, name: "山门.png", isNew: false }]);
    expect(view.inputs.find(({ name }) => name === "introduction")?.value).toBe("<p>日出</p>");
  });

  test("somebody else's pictures are taken where one's own were not touched, and said by name", async () => {
    const changes = [
      {
        ...{ id: 1, at: "2026-11-21T00:00:00Z", by: "张", kind: "edited" },
        fields: [{ field: "photos", before: one, after: two }],
      },
    ];
    const made = posting("/manage/parkList/7/edit", {
      fields: { rowVersion: "0", photos: one, address: "山路", intent: "merge" },
      record: { id: 7, rowVersion: 1, name: "云山", photos: two },
      answers: { parkChanges: { changes, more: false } },
    });
    const view = await answered(made);
    expect(view.conflict?.fields).toMatchObject([{ label: "照片", before: "山门.png", theirs: "湖.png" }]);
    expect(uploadsOf(view, "photos")?.files.map(({ path }) => path)).toEqual([two]);
  });
});

describe("a row's own page", () => {
  const detail = (record: Record<string, unknown>) =>
    loadDetail(
      posting("/manage/parkList/7", {
        record: { id: 7, rowVersion: 0, name: "云山", ...record },
        answers: {
          parkChanges: {
            changes: [
              {
                ...{ id: 1, at: "2026-11-21T00:00:00Z", by: "张", kind: "edited" },
                fields: [
                  { field: "photos", before: two, after: one },
                  { field: "introduction", before: "<p>旧&amp;新</p>", after: "<p>日出</p>" },
                  { field: "documents", before: pathOf("z", "files", "pdf"), after: plan },
                ],
              },
            ],
            more: false,
          },
        },
      }).args,
    );

  test("2.7e shows thumbnails and names that lead to fresh links, and the text filtered", async () => {
    const view = await detail({ photos: one, documents: plan, introduction: "<p onclick='x'>日出</p>" });
    expect(view).toMatchObject({
      facts: expect.arrayContaining([
        { label: "照片", cell: { pictures: [{ path: one, name: "山门.png" }] } },
        { label: "资料文件", cell: { files: [{ to: `/upload/link?filePath=${plan}`, text: "导览图.pdf" }] } },
      ]),
      texts: [{ label: "介绍", html: "<p>日出</p>" }],
    });
  });

  test("its log says what was changed in words: names of files, texts without marks", async () => {
    const { log } = await detail({ photos: one, documents: plan });
    expect(log?.entries[0]?.changed).toEqual([
      { label: "照片", before: "湖.png", after: "山门.png" },
      { label: "介绍", before: "旧&新", after: "日出" },
      { label: "资料文件", before: "（文件已删除）", after: "导览图.pdf" },
    ]);
  });
});

describe("7ac a private link", () => {
  const link = (filePath: string, answer: string, base = "") => {
    const { args } = screen(`/upload/link?filePath=${encodeURIComponent(filePath)}`, { lookup: () => answer });
    args.context.parameter = async (code) => (code === "fileUploadHttpUrl" ? base : "");
    return outcome(linkLoader(args));
  };

  test("is asked for when somebody follows it, and leads to that file only", async () => {
    const signed = `${plan}?expires=1&signature=x`;
    expect(await link(plan, signed)).toMatchObject({ status: 302, location: signed });
    for (const wrong of ["https://evil.example/", `${one}?expires=1`, ""]) {
      expect(await link(plan, wrong)).toMatchObject({ status: 404 });
    }
    for (const path of ["", "//evil.example", "/files/../x", "javascript:alert(1)"]) {
      expect(await link(path, signed)).toMatchObject({ status: 404 });
    }
  });

  test("1r 9u leads to where files are served from, when that is elsewhere", async () => {
    const signed = `${plan}?expires=1&signature=x`;
    const location = `https://files.example.com/store${signed}`;
    expect(await link(plan, signed, "https://files.example.com/store/")).toMatchObject({ location });
    for (const base of ["", "/", "javascript:alert(1)", "//evil.example"]) {
      expect(await link(plan, signed, base)).toMatchObject({ location: signed });
    }
  });
});

describe("a row that somebody deleted meanwhile", () => {
  const gone = { parkSave: failure("notFound", "没有此记录") };
  const typed = { name: "云山新名", address: "山路 9 号", rowVersion: "3", photos: [one] };

  test("comes back as a new one with everything typed, and offers to save it as that", async () => {
    const made = posting("/manage/parkList/7/edit", { fields: typed, answers: gone, buttons: ["park:add"] });
    const view = await answered(made);
    expect(view).toMatchObject({
      status: 410,
      notice: { title: "此记录已被删除" },
      gone: { saveAs: "/manage/parkList/new" },
      rowVersion: null,
    });
    const values = Object.fromEntries(view.inputs.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ name: "云山新名", address: "山路 9 号", code: "P1" });
    expect(uploadsOf(view, "photos")?.files.map(({ path }) => path)).toEqual([one]);
    // Without scripts the page's loader is asked next.
    expect(await loadForm(made.args)).toMatchObject({ gone: { saveAs: "/manage/parkList/new" } });
  });

  test("offers nothing to who may not make new ones", async () => {
    const view = await answered(posting("/manage/parkList/7/edit", { fields: typed, answers: gone }));
    expect([view.status, view.gone]).toEqual([410, { saveAs: null }]);
  });

  test("a new one that is not found is still an error", async () => {
    const made = posting("/manage/parkList/new", { answers: gone });
    await expect(saveForm(made.args)).rejects.toMatchObject({ failure: { kind: "notFound" } });
  });
});
