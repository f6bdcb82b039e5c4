/** Accounts with the passwords that are shown this once, as a table to hand out. */
import { m } from "~/contract/messages";
import { TableFrame } from "./table-frame";

export interface MadePassword {
  accName: string;
  name: string;
  role: string;
  password: string;
}

export function PasswordTable({ made }: { made: readonly MadePassword[] }) {
  return (
    <TableFrame label={m.startup_staff_title()}>
      <table className="table">
        <caption className="visually-hidden">{m.startup_staff_title()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.startup_staff_name()}</th>
            <th scope="col">{m.startup_staff_role()}</th>
            <th scope="col">{m.startup_staff_account()}</th>
            <th scope="col">{m.startup_staff_password()}</th>
          </tr>
        </thead>
        <tbody>
          {made.map(({ accName, name, role, password }) => (
            <tr key={accName}>
              <th scope="row">{name}</th>
              <td>{role}</td>
              <td>
                <code>{accName}</code>
              </td>
              <td>
                <code>{password}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
