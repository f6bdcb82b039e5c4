/** Parameters under their headings, with what the reader may do with each. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { definitionOf, parameterGroupCodes } from "~/contract/parameter-declaration";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { parameterWords } from "~/contract/platform/parameter-words";
import type { Option } from "~/contract/resource";
import { momentText } from "~/resource/cells.server";
import { ofRow, type Row } from "~/resource/parts/view";
import { mayPress } from "~/screens/rights.server";
import { isOwn } from "./parameter-commands.server";

type Parameter = Readonly<Record<string, unknown>>;

export interface SettingView {
  id: number;
  name: string;
  help: string;
  /** Of its page. */
  to: string;
  /** Its value in words. */
  value: string;
  /** Of yes and no; `press` is what its button posts, "" for who may only read it. */
  flag: { on: boolean; press: string; label: string; next: string } | null;
  /** Others feel it at once: it is asked first. */
  ofPlatform: boolean;
  /** The default in words, where the value is another. */
  differs: string;
  changed: string;
  links: { to: string; label: string }[];
  /** It may be ticked, to be put back to its default with others. */
  resets: boolean;
}

export interface SettingGroup {
  code: string;
  name: string;
  settings: SettingView[];
}

/** `rows`: as the engine's list has them, by id; their links and commands are what the reader may do. */
export function settingGroups(
  context: AppLoadContext,
  records: readonly Parameter[],
  rows: ReadonlyMap<number, Row>,
  names: readonly Option[] = [],
): SettingGroup[] {
  return parameterGroupCodes
    .map((code) => ({
      code,
      name: names.find(({ value }) => value === code)?.label ?? code,
      settings: records
        .filter(({ paramGroup }) => paramGroup === code)
        .map((record) => settingOf(context, record, rows.get(Number(record.id)))),
    }))
    .filter(({ settings }) => settings.length > 0);
}

function settingOf(context: AppLoadContext, record: Parameter, row: Row | undefined): SettingView {
  const id = Number(record.id);
  const name = String(record.name);
  const definition = definitionOf(record.paramCode);
  const on = record.paramOption === "T";
  const words = (value: unknown) => parameterWords(value, record);
  const [value, next] = [words(record.paramOption), words(on ? "F" : "T")];
  const may = isOwn(context, record) && mayPress(context, systemParameter.buttons.edit);
  const changed = String(record.changedAt ?? "");
  return {
    resets: (row?.commands?.length ?? 0) > 0,
    ...{ id, name, value, to: `${systemParameter.path}/${id}`, help: definition?.help?.() ?? "" },
    flag:
      definition?.input.kind === "flag"
        ? {
            on,
            next,
            press: may ? `${id}:${record.rowVersion}:${on ? "F" : "T"}` : "",
            label: m.system_switch_of({ name, now: value, next }),
          }
        : null,
    ofPlatform: record.ofPlatform === true,
    differs: record.paramOption === record.byDefault ? "" : m.system_differs({ value: words(record.byDefault) }),
    changed: changed && m.system_last_changed({ by: String(record.changedBy ?? ""), at: momentText(changed) }),
    links: [
      ...(row?.links ?? []).map(({ to, label }) => ({ to: ofRow(to, id), label })),
      ...(row?.commands ?? []).flatMap(({ to, label }) => (to ? [{ to: ofRow(to, id), label }] : [])),
    ],
  };
}

/** What a switch posts: the parameter, the version that was read, and the value that it is to have. */
export function readSwitch(posted: string): { id: number; rowVersion: number; paramOption: "T" | "F" } | null {
  const [, id, rowVersion, value] = /^([1-9]\d{0,14}):(\d{1,9}):([TF])$/.exec(posted) ?? [];
  if (!value) return null;
  return { id: Number(id), rowVersion: Number(rowVersion), paramOption: value === "T" ? "T" : "F" };
}
