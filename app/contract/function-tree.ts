/** The menu of all businesses as one tree, and the buttons within its functions, computed from the manifests. */
import type { ContractManifest } from "./manifest";
import { manifests, planned } from "./manifests";
import type { MenuEntry, ResourceButton } from "./menu-entry";
import { type MenuGroupKey, menuGroups } from "./menu-groups";
import { type Message, m } from "./messages";
import { removeNotes } from "./note-bounds";
import type { ParameterCode } from "./parameter-declaration";
import { resources } from "./registry";
import { type AnyResource, commandButtonsOf, methodsOf } from "./resource";

export interface TreeEntry extends MenuEntry {
  /** What its row is known by for ever: the function code, or the key of an entry for every account. */
  key: string;
  /** "" for an entry for every account. */
  code: string;
}

export interface TreeGroup {
  key: MenuGroupKey;
  label: Message;
  icon: string;
  reserved: boolean;
  entries: readonly TreeEntry[];
}

function entriesOf({ menu = {}, openMenu = {} }: ContractManifest): TreeEntry[] {
  return [
    ...Object.entries(menu).map(([code, entry]) => ({ ...entry, key: code, code })),
    ...Object.entries(openMenu).map(([key, entry]) => ({ ...entry, key: `open:${key}`, code: "" })),
  ];
}

/** The tree that manifests make; `later` are entries that give way to those of the same code. */
export function treeOf(businesses: readonly ContractManifest[], later: ContractManifest): readonly TreeGroup[] {
  const declared = businesses.flatMap(entriesOf);
  const keys = declared.map(({ key }) => key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw new Error(`the menu entry ${twice} is declared by two businesses`);
  const all = [...declared, ...entriesOf(later).filter(({ key }) => !keys.includes(key))];
  return (Object.keys(menuGroups) as MenuGroupKey[]).map((group) => ({
    key: group,
    label: menuGroups[group].label,
    icon: menuGroups[group].icon,
    reserved: menuGroups[group].reserved ?? false,
    entries: all
      .filter((entry) => entry.group === group)
      .sort((one, other) => one.place - other.place || (one.key < other.key ? -1 : 1)),
  }));
}

export interface Button {
  code: string;
  label: Message;
}

const ofEveryResource: Readonly<Record<ResourceButton, Message>> = {
  add: m.button_add,
  edit: m.button_edit,
  remove: m.button_remove,
  suspend: m.button_suspend,
  import: m.button_import,
};

/** Those that the methods of a resource ask for, those of its commands among them. */
function buttonsOfResource(resource: AnyResource): Button[] {
  const asked = methodsOf(resource).flatMap(({ access }) =>
    typeof access === "object" ? [access.newButton, access.button] : [],
  );
  const ofEvery = (Object.keys(ofEveryResource) as ResourceButton[])
    .map((verb) => ({
      code: `${resource.noun}:${verb}`,
      label: resource.buttonLabels?.[verb] ?? ofEveryResource[verb],
    }))
    .filter(({ code }) => asked.includes(code as never));
  // A command that a view has of another resource is granted with that one: its method asks for the other's function.
  const own = Object.entries(resource.commands).filter(
    ([
      ,
      {
        method: { access },
      },
    ]) => typeof access === "object" && [access.fun].flat().includes(resource.fun),
  );
  const ofCommands = commandButtonsOf({ commands: Object.fromEntries(own) });
  const ofNotes = resource.notes ? [{ code: removeNotes(resource.noun), label: m.button_note_remove }] : [];
  return [...ofEvery, ...ofCommands.filter(({ code }) => !ofEvery.some((one) => one.code === code)), ...ofNotes];
}

export const functionTree: readonly TreeGroup[] = treeOf(manifests, planned);

/** Buttons by the function that shows them; a role may be granted one under another function too. */
export const buttons: ReadonlyMap<string, readonly Button[]> = new Map(
  functionTree
    .flatMap(({ entries }) => entries)
    .map(({ code, buttons: own = {} }): [string, Button[]] => [
      code,
      [
        // What the entry declares itself has its own words.
        ...resources
          .filter(({ fun }) => fun === code)
          .flatMap(buttonsOfResource)
          .filter((button) => !(button.code in own)),
        ...Object.entries(own).map(([button, label]) => ({ code: button, label })),
      ],
    ])
    .filter(([code, list]) => code !== "" && list.length > 0),
);

/** Buttons that move money or set what something costs, with the parameter (fen) above which another person is asked. */
export const moneyButtons: ReadonlyMap<string, ParameterCode | null> = new Map([
  ...functionTree
    .flatMap(({ entries }) => entries)
    .flatMap(({ money = {} }) => Object.entries(money))
    .map(([code, limit]): [string, ParameterCode | null] => [code, limit === true ? null : limit]),
  ...resources
    .flatMap(({ commands }) => Object.values(commands))
    .flatMap(({ approval, button, decides }): [string, ParameterCode | null][] =>
      approval && decides
        ? [
            [button, approval.limit],
            [decides, null],
          ]
        : [],
    ),
]);

const marked = (which: "prices" | "refunds"): ReadonlySet<string> =>
  new Set(functionTree.flatMap(({ entries }) => entries).flatMap((entry) => entry[which] ?? []));
/** Buttons that set what something costs; whoever has one of them as well as one that gives money back has a conflict of duty. */
export const pricingButtons = marked("prices");
export const refundingButtons = marked("refunds");
