/** Content for visitors, to the backend. */
import { m } from "~/contract/messages";
import { said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";
import { seedContent } from "./demonstration";
import { fieldsServed } from "./fields";
import { itemServed } from "./item";
import { modelServed } from "./model";
import * as schema from "./schema";
import { versionServed } from "./version";

export const content: BackendManifest = {
  served: [...modelServed, ...itemServed, ...fieldsServed, ...versionServed],
  data: {
    settings: ["content_item", "content_model", "content_model_field", "content_version"],
  },
  tables: [schema],
  invariants: {
    "published content has the version that its readers are shown": {
      says: m.rule_published_content_has_the_version_that_its,
      broken: `
        select i.id, i.title, i.version
        from content_item i
        left join content_version v
          on v.corp_code = i.corp_code and v.content_item_id = i.id and v.number = i.version
        where i.status = 'published' and v.id is null`,
      found: (row, options) => m.audit_content_version({ title: said(row.title), number: said(row.version) }, options),
    },
  },
  demonstration: seedContent,
};
