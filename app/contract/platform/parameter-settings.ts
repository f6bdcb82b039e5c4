/** System parameters as an administrator sets them (`/system/paramList`): what each may be stands in their definitions. */
import { z } from "zod";
import { boolean, dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { parameterGroupDictionary } from "../parameter-declaration";
import { manyAnswer, manyPayload, resource } from "../resource";
import { id, wholeNumber } from "../validators";
import { parameterWords } from "./parameter-words";

const fun = "paramList";

export const systemParameter = resource("platform", "parameter", {
  title: m.one_parameter,
  listTitle: m.system_parameters,
  path: "/system/paramList",
  fun,
  buttonLabels: { edit: m.button_parameter_edit },
  nameField: "name",
  freshProof: true,
  fixedRows: true,
  defaultSort: { field: "place", order: "asc" },
  fields: {
    name: text({
      label: m.system_parameter,
      required: true,
      localised: true,
      list: true,
      filter: "contains",
      sort: true,
      form: false,
    }),
    paramCode: text({ label: m.code, required: true, list: true, filter: "contains", sort: true, form: false }),
    paramGroup: dictionary(parameterGroupDictionary, {
      label: m.system_parameter_group,
      required: true,
      list: true,
      filter: "anyOf",
      form: false,
    }),
    paramOption: text({ label: m.system_value, max: 300, list: true, words: parameterWords }),
    byDefault: text({
      label: m.system_default,
      required: true,
      max: 300,
      list: true,
      form: false,
      words: parameterWords,
    }),
    changed: boolean({ label: m.system_parameter_changed, filter: "equals", form: false, logged: false }),
    /** Head office sets it for all tenants at once; they read it. */
    ofPlatform: boolean({ label: m.system_of_head_office, list: true, filter: "equals", form: false }),
    changedBy: text({ label: m.system_changed_by, list: true, form: false, logged: false }),
    changedAt: moment({ label: m.system_changed, list: true, filter: "between", form: false, logged: false }),
    place: number({ label: m.system_sort, required: true, form: false, detail: false }),
  },
});

const access = { fun, button: "parameter:edit" } as const;

/** Back to the default; `rowVersion` refuses what another changed in between. */
export const parameterReset = method("platform", "parameterReset", {
  payload: z.object({ id, rowVersion: wholeNumber(0).optional() }),
  answer: z.object({ id }),
  access,
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_parameter_reset({ name }),
});

export const parameterResetMany = method("platform", "parameterResetMany", {
  payload: manyPayload,
  answer: manyAnswer,
  access,
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_parameter_reset({ name }),
});
