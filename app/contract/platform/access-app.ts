/** Systems that let our staff in by a code (`/sysAccessApplication`): an id, the origin they live at, a secret. */
import { z } from "zod";
import { dictionary, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";

export const accessApp = resource("platform", "accessApp", {
  title: m.frames_app,
  listTitle: m.fun_sys_access_application,
  path: "/sysAccessApplication",
  fun: "sysAccessApplication",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: text({
      label: m.frames_app_id,
      required: true,
      code: true,
      list: true,
      filter: "contains",
      createOnly: true,
    }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    origin: text({ label: m.frames_app_origin, required: true, max: 200, list: true }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      label: m.status,
      required: true,
      default: "T",
      list: true,
      filter: "equals",
      form: false,
    }),
  },
});

/** Makes a new secret and tells it, once. The old one is worth nothing from then on. */
export const renewAccessSecret = method("platform", "renewAccessSecret", {
  payload: z.object({ id }),
  answer: z.object({ appId: z.string(), secret: z.string() }),
  access: { fun: "sysAccessApplication", button: "accessApp:secret" },
  writes: true,
  told: ({ name }) => m.did_secret({ name }),
});
