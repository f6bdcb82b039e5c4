/** Who imports is told where nothing came of it: why, and where to look. */
import { describe, expect, it } from "vitest";
import { messageList } from "~/contract/platform/message";
import { pos } from "~/contract/ticket/gate";
import { csv, importing } from "./importing";
import { heading, posFiles } from "./pos-files";

const at = posFiles();
const { row } = at;

describe("7ap an import that comes to nothing", () => {
  const told = async (as: string, language = "zh-CN") =>
    (await at.backend.call(messageList, {}, { as, language })).data.records.map(({ title, body, link }) => ({
      title,
      body,
      link,
    }));
  const clerkOf = () => at.backend.createUser({ grants: ["tktPos", "tktPos/pos:import"] });

  it("tells who asked for it why, and where: of a file that is none", async () => {
    const { checked } = importing(at.backend, pos.imports);
    const [clerk, other] = [await clerkOf(), await clerkOf()];
    const { id, problem } = await checked(csv([heading]), "终端.csv", clerk.token);
    const link = `/manage/tktPos/import/${id}`;
    expect(await told(clerk.token)).toEqual([{ title: "售票终端导入失败", body: `终端.csv：${problem}`, link }]);
    expect((await told(clerk.token, "en"))[0]).toMatchObject({
      title: expect.stringContaining("import failed"),
      link,
    });
    for (const somebody of [other.token, at.backend.admin]) expect(await told(somebody)).toEqual([]);
  });

  it("of what somebody took in between", async () => {
    const { checked, run, work } = importing(at.backend, pos.imports);
    const clerk = await clerkOf();
    const { id } = await checked(csv([heading, row("P-1")]), "终端.csv", clerk.token);
    expect(await told(clerk.token)).toEqual([]);
    const taken = { code: "P-1", name: "先到", parkId: at.park.parkId, printer: "a4", window: null };
    expect((await at.backend.call(pos.methods.save, taken as never)).message).toBe("");
    await run(id, "all", clerk.token);
    await work();
    const [message] = await told(clerk.token);
    expect(message?.body).toContain("检查之后数据有变化");
    expect(message?.link).toBe(`/manage/tktPos/import/${id}`);
  });

  it("of a job that failed: in checking, in writing, in taking back", async () => {
    const { upload, start, checked, run, undo, work, view } = importing(at.backend, pos.imports);
    const clerk = await clerkOf();
    const path = await upload(csv([heading, row("P-0")]), "a.csv", clerk.token);
    const gone = (await start(path, clerk.token)).data.id;
    await at.backend.store.remove(path.slice(1));
    await work();
    const kept = await checked(csv([heading, row("P-1")]), "b.csv", clerk.token);
    const rights = await at.backend.sql("select * from account_role where account_id = $1", [clerk.id]);
    const without = async (work: () => Promise<unknown>) => {
      await at.backend.sql("delete from account_role where account_id = $1", [clerk.id]);
      await work();
      for (const { account_id, role_id } of rights)
        await at.backend.sql("insert into account_role values ('0001', $1, $2)", [account_id, role_id]);
    };
    await run(kept.id, "all", clerk.token);
    await without(work);
    await run(kept.id, "all", clerk.token);
    await work();
    await undo(kept.id, clerk.token);
    await without(work);
    const linkOf = (id: number) => `/manage/tktPos/import/${id}`;
    expect(await told(clerk.token)).toMatchObject([
      { title: "撤销导入失败", body: "没有“售票终端”的权限", link: linkOf(kept.id) },
      { title: expect.stringContaining("成功 1 行") },
      { title: "导入失败", body: "没有“售票终端”的权限", link: linkOf(kept.id) },
      { title: "检查导入文件失败", link: linkOf(gone) },
    ]);
    expect(await view(kept.id, clerk.token)).toMatchObject({ state: "done", problem: "没有“售票终端”的权限" });
  });
});
