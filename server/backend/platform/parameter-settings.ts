/** Setting system parameters. Those of the platform are head office's, and are written for every tenant. */
import { m } from "~/contract/messages";
import {
  type ParameterCode,
  parameterCodes,
  parameterDefaults,
  parameterDefinitions,
  parameterProblem,
} from "~/contract/platform/parameter-definitions";
import * as contract from "~/contract/platform/parameter-settings";
import { headOffice } from "~/contract/wire";
import { prepared } from "../kernel/prepared";
import { Forbidden, Invalid, Refusal } from "../kernel/refusal";
import { type Call, type Served, serve } from "../kernel/served";

interface Row {
  code: string;
  value: string;
  version: number;
  at: Date | null;
  by: string;
}

const rowsOf = `
  select param_code as code, param_option as value, row_version as version, updated_at as at, updated_by as by
  from sys_param
  where param_code = any ($1::text[])
`;

/** Whether the caller's corp sets it. */
const isOwn = ({ caller }: Call, code: ParameterCode) =>
  parameterDefinitions[code].scope === "corp" || caller.corpCode === headOffice;

const settings = serve(contract.parameterSettings, async (call) => {
  const rows = await prepared<Row>(call.db, rowsOf, [parameterCodes]);
  const known = new Map(rows.map((row) => [row.code, row]));
  return parameterCodes.map((paramCode) => {
    const row = known.get(paramCode);
    return {
      paramCode,
      value: row?.value ?? parameterDefaults[paramCode],
      byDefault: parameterDefaults[paramCode],
      changedBy: row?.by ?? "",
      changedAt: row?.at?.toISOString() ?? "",
      rowVersion: row?.version ?? 0,
      own: isOwn(call, paramCode),
    };
  });
});

/** A parameter that is newer than the corp has no row yet. */
const makeRow = `
  insert into sys_param (corp_code, param_code, param_option) values ($1, $2, $3) on conflict do nothing
`;
const lockRow = `
  select param_option as value, row_version as version, updated_by as by
  from sys_param
  where corp_code = $1 and param_code = $2
  for update
`;
/** $5: for every corp, not the caller's alone. */
const write = `
  insert into sys_param (corp_code, param_code, param_option, row_version, updated_at, updated_by)
  select corp_code, $2, $3, 1, $4, $6
  from corp
  where corp_code = $1 or $5::boolean
  on conflict (corp_code, param_code) do update
    set param_option = excluded.param_option,
        row_version = sys_param.row_version + 1,
        updated_at = excluded.updated_at,
        updated_by = excluded.updated_by
`;

async function set(call: Call, code: ParameterCode, value: string, rowVersion: number) {
  const { db, caller, now } = call;
  if (!isOwn(call, code)) throw new Forbidden(m.system_head_office_only());
  const problem = parameterProblem(code, value);
  if (problem) throw new Invalid({ value: [problem] });
  await prepared(db, makeRow, [caller.corpCode, code, parameterDefaults[code]]);
  const [before] = await prepared<Pick<Row, "value" | "version" | "by">>(db, lockRow, [caller.corpCode, code]);
  if (before?.version !== rowVersion) throw new Refusal(m.ops_changed_by({ name: before?.by || m.r_somebody() }));
  const forAll = parameterDefinitions[code].scope === "platform";
  await prepared(db, write, [caller.corpCode, code, value, now, forAll, caller.name]);
  call.audit({ thing: "parameter", thingId: 0, label: code, before: { value: before.value }, after: { value } });
  return { paramCode: code, value };
}

export const parameterSettingsServed: Served[] = [
  settings,
  // As the owner: row-level security would hold back what head office sets for its tenants.
  serve(contract.parameterSave, (call, { paramCode, value, rowVersion }) => set(call, paramCode, value, rowVersion), {
    asOwner: true,
  }),
  serve(
    contract.parameterReset,
    (call, { paramCode, rowVersion }) => set(call, paramCode, parameterDefaults[paramCode], rowVersion),
    { asOwner: true },
  ),
];
