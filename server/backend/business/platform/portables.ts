/** What of the platform can be handed over to another tenant: dictionaries, parameters, roles. No people, and no secrets. */
import { eq } from "drizzle-orm";
import { m } from "~/contract/messages";
import { definitionOf } from "~/contract/parameter-declaration";
import { dictItem as itemResource, dictType as typeResource } from "~/contract/platform/dictionary";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { role as roleResource } from "~/contract/platform/role";
import { usersOfValue } from "../../kernel/dictionary-use";
import type { Portable } from "../../kernel/portable";
import { role, roleGrant } from "./account-schema";
import { dictItem, dictType } from "./dictionary-schema";
import { divisionCode } from "./duties";
import { listFilter } from "./list-schema";
import { sysParam } from "./parameter-schema";
import { catalogueOf, rightOf } from "./rights";

/** Addresses and telephone numbers are those of one company. */
const ofOneCompany = ["url", "phone"];

export const platformPortables: readonly Portable[] = [
  {
    resource: typeResource,
    table: dictType,
    key: ["code"],
    // Which ones the product asks for by their codes is the product's to say.
    left: ["system", "open"],
    takeOver: true,
  },
  {
    resource: itemResource,
    label: m.migration_dict_items,
    table: dictItem,
    key: ["dict_type", "value"],
    told: ({ label, value }) => `${label} (${value})`,
    references: { dict_type: { noun: typeResource.noun, by: "key" } },
    // One item of a dictionary is its default: the other tenant keeps its own.
    left: ["is_default", "system"],
    takeOver: true,
    users: async (call, { dict_type, value }) => {
      const users = await usersOfValue(call, String(dict_type), String(value));
      return users.map(({ title, n }) => m.system_dict_users({ title, n }));
    },
  },
  {
    resource: systemParameter,
    table: sysParam,
    key: ["param_code"],
    told: ({ param_code, name }) => definitionOf(param_code)?.label() ?? String(name),
    left: ["remark", "name", "name_en", "param_group", "by_default", "of_platform", "place", "changed"],
    signed: "updated_by",
    only: ({ param_code, of_platform }) => {
      const known = definitionOf(param_code);
      // Dividing administration asks for three people of the corp itself: it is done there.
      if (known === null || param_code === divisionCode) return false;
      return !of_platform && known.scope === "corp" && !ofOneCompany.includes(known.input.kind);
    },
    fixedRows: true,
    takeOver: true,
    note: m.migration_note_parameters,
  },
  {
    resource: roleResource,
    table: role,
    key: ["code"],
    // From where a role may sign in is told by the addresses of this tenant's offices.
    left: ["addresses"],
    parts: {
      grants: {
        table: roleGrant,
        parent: "role_id",
        label: m.admin_rights,
        bound: async (tx, locale) => {
          const { has } = await catalogueOf(tx, locale);
          return ({ fun_code, button_code }) => has(rightOf(String(fun_code), String(button_code)));
        },
      },
    },
    // They go with the role, which nobody is asked about otherwise.
    users: async ({ db }, { id }) => {
      const n = await db.$count(listFilter, eq(listFilter.roleId, Number(id)));
      return n > 0 ? [m.migration_dep_views({ n })] : [];
    },
    note: m.migration_note_roles,
  },
];
