/** The change of password over the page one is on, where scripts run; without them it is the page /changePassword. */
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { m } from "~/contract/messages";
import { Dialog } from "~/widgets/dialog";
import type { action } from "./change-password";
import { PasswordForm } from "./password-form";

interface Props {
  accName: string;
  /** The password is still the one that somebody else chose. */
  initial: boolean;
  onClose(): void;
}

export default function PasswordDialog({ accName, initial, onClose }: Props) {
  const { Form, data } = useFetcher<typeof action>();
  const changed = data !== undefined && "changed" in data;

  useEffect(() => {
    if (changed) onClose();
  }, [changed, onClose]);

  return (
    <Dialog title={m.password_title()} open={!changed} onClose={onClose}>
      {initial && <p className="notice">{m.auth_first_password_why()}</p>}
      <PasswordForm
        Form={Form}
        action="/changePassword?quiet=1"
        accName={accName}
        errors={data && "errors" in data ? data.errors : noErrors}
      >
        <button type="button" className="button button-quiet" onClick={onClose}>
          {initial ? m.auth_later() : m.shell_cancel()}
        </button>
      </PasswordForm>
    </Dialog>
  );
}

const noErrors = {};
