/** Fields that corps add, to the backend. */
import { ownField as resource } from "~/contract/own/own-field";
import type { BackendManifest } from "../manifest";
import { ownFieldServed } from "./own-field";
import * as schema from "./schema";

export const own: BackendManifest = {
  served: ownFieldServed,
  data: {
    settings: ["own_field", "own_field_choice"],
  },
  tables: [schema],
  portables: [
    {
      resource,
      table: schema.ownField,
      key: ["noun", "code"],
      parts: { choices: { table: schema.ownFieldChoice, parent: "own_field_id" } },
    },
  ],
};
