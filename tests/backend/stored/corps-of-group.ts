/** Corps with a park each, some of them in a group. */
import { expect } from "vitest";
import { corpGroup } from "~/contract/tenant/group";
import type { TestBackend } from "~tests/support/backend";
import { createPark, friday, type TestPark } from "~tests/support/park";
import { tenantId } from "../tenant/platform";

/** `as`: the administrators' tokens; the last of `members` leads the group. */
export async function corpsOfGroup<C extends string>(backend: TestBackend, corps: readonly C[], members: readonly C[]) {
  const as = {} as Record<C, string>;
  const parks = {} as Record<C, TestPark>;
  for (const corp of corps) as[corp] = await backend.createCorp(corp);
  await backend.sql("update sys_param set param_option = 'T' where param_code = 'isSaasEdition'");
  for (const corp of corps) parks[corp] = await createPark(backend, as[corp]);
  backend.setNow(friday);
  const group = await backend.saved(corpGroup.methods.save, {
    ...{ code: "g1", name: "山海集团", leaderId: await tenantId(backend, members.at(-1) ?? ""), remark: null },
    members: await rowsOf(backend, members),
  });
  return { as, parks, group };
}

export async function setMembersOf(backend: TestBackend, group: number, members: readonly string[]): Promise<void> {
  const { data } = await backend.call(corpGroup.methods.get, { id: group });
  const { rowVersion, name, code, leaderId, remark } = data.record as Record<string, never>;
  const values = { id: group, rowVersion, name, code, leaderId, remark, members: await rowsOf(backend, members) };
  expect((await backend.call(corpGroup.methods.save, values as never)).message).toBe("");
}

async function rowsOf(backend: TestBackend, members: readonly string[]) {
  const rows: { tenantId: number }[] = [];
  for (const corp of members) rows.push({ tenantId: await tenantId(backend, corp) });
  return rows;
}
