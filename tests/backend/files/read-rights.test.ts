/** A stored file is read with the rights of the record that holds it, and stays in no browser. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { downloadPaths, uploadPaths } from "~/contract/files";
import { describeFiles, keepFiles } from "~/contract/platform/stored-file";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fetched, picture, send } from "./uploading";

let backend: TestBackend;
let stranger: string;
let clerk: string;
let keeper: string;
beforeAll(async () => {
  backend = await openTestBackend();
  stranger = await backend.createCorp("0002");
  clerk = (await backend.createUser({})).token;
  keeper = (await backend.createUser({ grants: [park.fun, `${park.fun}/park:edit`] })).token;
});
afterAll(() => backend.close());

const uploaded = async (as = backend.admin) =>
  (await send(backend, uploadPaths.temporary, [{ bytes: await picture("png"), name: "门.png" }], { as })).data;
const statuses = async (path: string, as: string) => {
  const asked = [
    path,
    `${path}?thumb=1`,
    ...[downloadPaths.file, downloadPaths.privateLink].map((to) => `${to}?filePath=${path}`),
  ];
  return Promise.all(asked.map(async (one) => (await fetched(backend, one, as)).status));
};
const all = (status: number) => Array(4).fill(status);
let made = 0;
const withPhotos = (photos: string | null, id?: number, as = backend.admin) => {
  made += 1;
  return backend.call(park.methods.save, { id, code: `R${made}`, name: "云山", photos } as never, { as });
};
const parkWith = async (photos: string | null) => Number((await withPhotos(photos)).data.id);

describe("who may read a stored file", () => {
  it("any account of the corp read any file whose path it knew: one that nothing holds is its uploader's", async () => {
    const path = await uploaded();
    expect(await statuses(path, backend.admin)).toEqual(all(200));
    expect(await statuses(path, clerk)).toEqual(all(404));
    expect(await statuses(path, stranger)).toEqual(all(404));
  });

  it("one that a record holds is read by whoever may open the record, until the record lets go", async () => {
    const path = await uploaded();
    const id = await parkWith(path);
    expect(await statuses(path, keeper)).toEqual(all(200));
    expect(await statuses(path, clerk)).toEqual(all(404));
    expect(await statuses(path, stranger)).toEqual(all(404));
    expect((await withPhotos(null, id)).success).toBe(true);
    expect(await statuses(path, keeper)).toEqual(all(404));
    expect(await statuses(path, backend.admin)).toEqual(all(200));
  });

  it("who knows a path only reads the file by no record of their own, nor its name, nor keeps it", async () => {
    const [path, id] = [await uploaded(), await parkWith(null)];
    expect((await withPhotos(path, id, keeper)).status).toBe(422);
    expect((await backend.call(describeFiles, { paths: [path] }, { as: keeper })).data).toEqual([]);
    expect((await backend.call(keepFiles, { paths: [path] }, { as: keeper })).status).toBe(409);
    expect((await backend.call(describeFiles, { paths: [path] })).data).toHaveLength(1);
  });

  it("private files are stored in no browser, public ones for ever", async () => {
    const answer = await fetched(backend, await uploaded());
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const { data } = await send(backend, uploadPaths.public, [{ bytes: await picture("png"), name: "a.png" }]);
    expect((await fetched(backend, data, clerk)).headers.get("cache-control")).toMatch(/^public/);
  });
});
