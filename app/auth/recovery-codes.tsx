/** Recovery codes, on the page that answers the post that made them: no address leads back to them. */
import { m } from "~/contract/messages";

export function RecoveryCodes({ codes, next }: { codes: readonly string[]; next: string }) {
  return (
    <section className="panel me" aria-labelledby="codes">
      <h1 id="codes">{m.factor_recovery()}</h1>
      <p className="notice notice-warn" role="status">
        {m.factor_recovery_shown()}
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="actions">
        <a className="button button-primary" href={next}>
          {m.factor_recovery_kept()}
        </a>
      </p>
    </section>
  );
}
