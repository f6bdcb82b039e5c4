/** The rules of the password form, with the sentences of specification 5. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { newPassword } from "~/contract/validators";

export function checkPasswords(old: string, fresh: string, again: string): FieldErrors {
  const errors: FieldErrors = {};
  if (old === "" || old.length > 128) errors.oldpass = [m.v_old_password()];
  const parsed = newPassword.safeParse(fresh);
  if (!parsed.success) errors.newpass = [parsed.error.issues[0]?.message ?? m.v_new_password()];
  if (again === "") errors.confirm = [m.v_confirm_password()];
  else if (again !== fresh) errors.confirm = [m.v_passwords_differ()];
  return errors;
}
