/**
 * Stores of the corp's own that planned exports go to (`/system/exportStoreList`): S3-compatible, with keys that are written and
 * never told. What went there, or did not (`/system/exportStoreFile`), is tried again as webhooks are.
 */
import { command } from "../command";
import { code, dictionary, reference, secret, text, url } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { deliveryFields, deliveryList, resend } from "./delivery-list";

export const exportStore = resource("platform", "exportStore", {
  title: m.store_one,
  listTitle: m.store_all,
  path: "/system/exportStoreList",
  fun: "exportStoreList",
  whenEmpty: m.empty_export_store,
  nameField: "name",
  status: "status",
  freshProof: true,
  links: [{ label: m.store_files, to: "/system/exportStoreFile?exportStoreId={id}" }],
  defaultSort: { field: "id", order: "asc" },
  commands: {
    /** A small file goes there; the list of files says what came of it. */
    attempt: command({ label: m.store_try, from: ["T"], did: m.store_try_did, tone: "good" }),
  },
  fields: {
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    endpoint: url({ label: m.store_endpoint, help: m.store_endpoint_help, required: true, max: 200, list: true }),
    region: code({ label: m.store_region, required: true, default: "us-east-1" }),
    bucket: text({ label: m.store_bucket, required: true, max: 63, list: true }),
    prefix: text({ label: m.store_prefix, help: m.store_prefix_help, max: 100 }),
    accessKey: text({ label: m.store_access_key, required: true, max: 200, list: false }),
    secretKey: secret({ label: m.store_secret_key, help: m.store_secret_key_help, required: true, max: 200 }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
      values: ["T", "F"],
    }),
  },
});

export const exportStoreFile = resource("platform", "exportStoreFile", {
  title: m.store_file,
  listTitle: m.store_files,
  path: "/system/exportStoreFile",
  fun: "exportStoreList",
  nameField: "fileName",
  ...deliveryList,
  commands: { resend: resend(["failed"]) },
  fields: {
    fileName: text({ label: m.store_file_name, required: true, max: 200, list: true, filter: "contains" }),
    exportStoreId: reference("exportStore", { label: m.store_one, required: true, list: true, filter: "equals" }),
    askedBy: text({ label: m.store_asked_by, required: true, max: 60, list: true }),
    ...deliveryFields,
  },
});
