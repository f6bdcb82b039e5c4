/** What may be done with a system parameter: back to its default, where it has another value and is the reader's to set. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { parameterReset, parameterResetMany } from "~/contract/platform/parameter-settings";
import { headOffice } from "~/contract/wire";
import type { RowCommand } from "~/resource/row-commands.server";

export const commands: RowCommand[] = [
  {
    intent: "reset",
    label: m.system_reset,
    button: "parameter:edit",
    method: parameterReset,
    many: parameterResetMany,
    flash: "saved",
    when: () => true,
    bites: true,
  },
];

type Row = Readonly<Record<string, unknown>>;

/** What head office sets for all is read by its tenants. */
export const isOwn = ({ user }: AppLoadContext, { ofPlatform }: Row) =>
  ofPlatform !== true || user?.corpCode === headOffice;

export const resets = (context: AppLoadContext, row: Row) => isOwn(context, row) && row.paramOption !== row.byDefault;
