/**
 * The permission directives of specification 6, for a loader: how an element that needs a button code is shown. The right
 * itself is checked by the backend, whatever stands in the page.
 */
import type { AppLoadContext } from "@remix-run/node";
import { headOffice } from "~/contract/wire";
import type { Permission } from "~/widgets/permitted";
import { mayPress } from "./rights.server";

/** Without the code an element is hidden; where the corp's permissionAdvancedMode is T it is removed. */
export async function permission(context: AppLoadContext, button: string): Promise<Permission> {
  if (mayPress(context, button)) return "shown";
  return (await context.parameter("permissionAdvancedMode")) === "T" ? "removed" : "hidden";
}

/** For head office (or before there is a corp) alone, and with the code; removed for everybody else. */
export function headOfficePermission(context: AppLoadContext, button: string): Permission {
  const corpCode = context.user?.corpCode ?? "";
  const isHeadOffice = corpCode === "" || corpCode === headOffice;
  return isHeadOffice && mayPress(context, button) ? "shown" : "removed";
}
