/** Says of the roles that are ticked which duties one person should not have both of; with scripts, while they are ticked. */
import { useState } from "react";
import { m } from "~/contract/messages";

export interface RoleDuties {
  id: string;
  /** As `refund.one`. */
  duties: string[];
}

interface Props {
  roles: readonly RoleDuties[];
  /** What pairs are called, by code. */
  pairs: Readonly<Record<string, string>>;
  ticked: readonly string[];
  /** The boxes, named `role-7`. */
  children: React.ReactNode;
}

export function DutyWarning({ roles, pairs, ticked: first, children }: Props) {
  const [ticked, setTicked] = useState(first);
  const held = new Set(roles.filter(({ id }) => ticked.includes(id)).flatMap(({ duties }) => duties));
  const both = Object.entries(pairs).filter(([code]) => held.has(`${code}.one`) && held.has(`${code}.other`));
  const read = ({ currentTarget }: React.ChangeEvent<HTMLDivElement>) =>
    setTicked(
      [...currentTarget.querySelectorAll<HTMLInputElement>("input:checked")].map(({ name }) =>
        name.slice("role-".length),
      ),
    );
  return (
    <div className="wide" onChange={read}>
      {children}
      <div role="status">
        {both.length > 0 && (
          <p className="notice notice-warn">
            {m.duty_warning({ pairs: both.map(([, title]) => title).join(m.did_list_sep()) })}
          </p>
        )}
      </div>
    </div>
  );
}
