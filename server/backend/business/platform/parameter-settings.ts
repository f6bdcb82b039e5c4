/** Setting system parameters. Those of the platform are head office's, and are written for every tenant. */
import { m } from "~/contract/messages";
import { definitionOf } from "~/contract/parameter-declaration";
import { parameterProblem } from "~/contract/parameter-problem";
import * as contract from "~/contract/platform/parameter-settings";
import { headOffice } from "~/contract/wire";
import { asOwner } from "../../kernel/as-owner";
import { many } from "../../kernel/many";
import { prepared } from "../../kernel/prepared";
import { Forbidden, Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { type Call, handlerOf, type Served, serve } from "../../kernel/served";
import { divide, divisionCode } from "./duties";
import { parameterRows } from "./parameter-schema";

const { methods } = contract.systemParameter;

const engine = serveResource(contract.systemParameter, { table: parameterRows, check, saved });

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const { caller } = call;
  if (before?.ofPlatform === true && caller.corpCode !== headOffice) throw new Forbidden(m.system_head_office_only());
  const definition = definitionOf(before?.paramCode);
  // An address may be left out: what is kept is an empty text.
  const value = String(values.paramOption ?? "");
  const problem = definition ? parameterProblem(definition, value) : m.v_option();
  if (problem) throw new Invalid({ paramOption: [problem] });
  if (before?.paramCode === divisionCode) await divide(call, value, before.paramOption);
  Object.assign(values, { paramOption: value, changedBy: caller.name });
}

const writeForAll = `
  update sys_param
  set param_option = $2, row_version = row_version + 1, updated_at = $3, updated_by = $4
  where param_code = $1
    and corp_code <> $5
`;

/** Row-level security would hold back what head office sets for its tenants. */
async function saved(call: Call, { paramCode, paramOption, ofPlatform }: Values): Promise<void> {
  if (ofPlatform !== true) return;
  const { db, now, caller } = call;
  const values = [paramCode, paramOption, now, caller.name, caller.corpCode];
  await asOwner(call, () => prepared(db, writeForAll, values));
}

async function reset(call: Call, asked: { id: number; rowVersion?: number | undefined }): Promise<{ id: number }> {
  const { record } = (await handlerOf(engine, methods.get)(call, { id: asked.id }, undefined)) as { record: Values };
  await handlerOf(engine, methods.save)(call, { ...asked, paramOption: record.byDefault }, undefined);
  return { id: asked.id };
}

export const parameterSettingsServed: Served[] = [
  ...engine,
  serve(contract.parameterReset, reset),
  serve(contract.parameterResetMany, (call, { ids }) => many(call, ids, (id) => reset(call, { id }))),
];
