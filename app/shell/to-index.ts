/** The shell's root leads to the workbench (specification 2.2). */
import { redirect } from "@remix-run/node";

export function loader() {
  return redirect("/index");
}
