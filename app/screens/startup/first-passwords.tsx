/** The accounts that were opened, with the passwords that are shown this once, as a sheet to hand out. */
import { m } from "~/contract/messages";
import { PasswordTable } from "~/widgets/password-table";
import { PrintButton } from "~/widgets/print/print-sheet";
import { GoOn } from "./guide-frame";

interface Props {
  done: {
    made: { accName: string; name: string; role: string; password: string }[];
    stood: { accName: string; name: string }[];
  };
  signIn: string;
  /** "" for head office. */
  corpCode: string;
  next: string;
}

export function FirstPasswords({ done: { made, stood }, signIn, corpCode, next }: Props) {
  return (
    <section className="panel">
      <div className={`notice notice-${made.length > 0 ? "good" : "warn"}`} role="status">
        {made.length > 0 && (
          <p>
            <strong>{m.startup_staff_made({ n: made.length })}</strong> {m.startup_staff_once()}
          </p>
        )}
        {stood.map((one) => (
          <p key={one.accName}>{m.startup_staff_stood(one)}</p>
        ))}
      </div>
      {made.length > 0 && (
        <>
          <dl className="facts">
            <div>
              <dt>{m.startup_staff_sign_in()}</dt>
              <dd>{signIn}</dd>
            </div>
            {corpCode !== "" && (
              <div>
                <dt>{m.tenant_code()}</dt>
                <dd>{corpCode}</dd>
              </div>
            )}
          </dl>
          <PasswordTable made={made} />
        </>
      )}
      <div className="actions no-print">
        <GoOn to={next}>{m.startup_next()}</GoOn>
        {made.length > 0 && <PrintButton />}
      </div>
    </section>
  );
}
