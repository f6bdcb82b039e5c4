/** What the form of a menu entry shows: its inputs, where it may hang, what of it is fixed. */
import { titlesOf } from "~/contract/function-title";
import { m } from "~/contract/messages";
import type { MenuNode } from "~/contract/platform/menu";
import type { Option } from "~/contract/resource";
import type { Typed } from "~/form/submission.server";

export interface MenuControl {
  name: string;
  label: string;
  help: string;
  required: boolean;
  max?: number | undefined;
  options?: Option[] | undefined;
  /** The product's, shown as it is. */
  fixed?: boolean | undefined;
}

/** Null where there is no such entry. */
export function menuForm(nodes: readonly MenuNode[], id: number | null, parent: string, english: boolean) {
  const node = nodes.find((one) => one.id === id);
  if (id !== null && !node) return null;
  const nameOf = (one: MenuNode) => titlesOf(english ? one.funNameEn : one.funName)[0];
  return {
    title: node ? m.engine_form_edit({ title: nameOf(node) }) : m.engine_form_new({ title: m.system_menu() }),
    controls: controls(parentsOf(nodes, id, nameOf), node !== undefined && !node.own),
    typed: node ? textsOf(node) : ({ parentId: /^\d{1,15}$/.test(parent) ? parent : "0", useFlag: "F" } as Typed),
  };
}

/** Groups, but for the entry itself and what hangs below it. */
function parentsOf(nodes: readonly MenuNode[], id: number | null, nameOf: (node: MenuNode) => string): Option[] {
  const gone = new Set(id === null ? [] : [id]);
  const groups = nodes.filter((node) => {
    if (gone.has(node.parentId)) gone.add(node.id);
    return node.funUrl === "" && !gone.has(node.id);
  });
  return [
    { value: "0", label: m.system_menu_top() },
    ...groups.map((node) => ({ value: String(node.id), label: `${"　".repeat(node.level - 1)}${nameOf(node)}` })),
  ];
}

function textsOf({ id: _, enabled: __, problem: ___, own: ____, level: _____, ...fields }: MenuNode): Typed {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

function controls(parents: Option[], fixed: boolean): MenuControl[] {
  const line = (name: string, label: string, max: number, help = "", required = false): MenuControl => ({
    name,
    label,
    help,
    required,
    max,
  });
  const choice = (name: string, label: string, options: Option[], help = ""): MenuControl => ({
    name,
    label,
    help,
    required: false,
    options,
  });
  return [
    choice("parentId", m.system_menu_parent(), parents),
    line("funName", m.name(), 120, m.system_menu_name_help(), true),
    line("funNameEn", m.system_name_en(), 120, "", true),
    { ...line("funUrl", m.system_menu_url(), 200, fixed ? m.system_menu_fixed() : m.system_menu_url_help()), fixed },
    { ...line("funCode", m.system_menu_code(), 60, fixed ? m.system_menu_fixed() : m.system_menu_code_help()), fixed },
    choice("openType", m.system_menu_open_type(), [
      { value: "", label: m.system_menu_open_view() },
      { value: "_blank", label: m.system_menu_open_blank() },
      { value: "2", label: m.system_menu_open_2() },
      { value: "9", label: m.system_menu_open_9() },
    ]),
    line("outerChain", m.system_menu_outer(), 500, m.system_menu_outer_help()),
    line("cloudFunUrl", m.system_menu_cloud(), 500),
    line("icon", m.system_menu_icon(), 30, m.system_menu_icon_help()),
    line("iconActive", m.system_menu_icon_active(), 30),
    line("description", m.system_menu_description(), 200, m.system_menu_description_help()),
    choice("useFlag", m.system_menu_use_flag(), [
      { value: "F", label: m.engine_no() },
      { value: "T", label: m.engine_yes() },
    ]),
  ];
}
