/** Parts of /userinfo/factor: passkeys, recovery codes, remembered devices. */
import { Form } from "@remix-run/react";
import { stamp } from "~/contract/business-time";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { FactorState } from "~/contract/platform/second-factor";
import { Field } from "./field";
import { PasskeyButton } from "./passkey-button";

const day = (moment: string) => stamp(moment).slice(0, 16);

/** As the page shows it. */
export function factorView({ passkeys, ...state }: FactorState) {
  return {
    ...state,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      since: m.factor_passkey_since({ day: day(createdAt) }),
      used: lastUsedAt === null ? m.factor_passkey_unused() : m.factor_passkey_used({ day: day(lastUsedAt) }),
    })),
  };
}
export type FactorView = ReturnType<typeof factorView>;

interface PasskeysProps {
  passkeys: FactorView["passkeys"];
  errors: FieldErrors;
  lite: boolean;
  /** One is about to be made, from these options. */
  makes?: string;
  name?: string;
}

export function PasskeysPart({ passkeys, errors, lite, makes, name }: PasskeysProps) {
  return (
    <section className="panel me" aria-labelledby="passkeys">
      <h2 id="passkeys">{m.factor_passkeys()}</h2>
      <p className="dim">{m.factor_passkeys_off()}</p>
      {passkeys.length > 0 && (
        <Form method="post">
          <ul className="factor-list">
            {passkeys.map((one) => (
              <li key={one.id}>
                <span>
                  <strong>{one.name}</strong>{" "}
                  <span className="dim">
                    {one.since} · {one.used}
                  </span>
                </span>
                <button
                  type="submit"
                  name="intent"
                  value={`removePasskey:${one.id}`}
                  className="link-button"
                  aria-label={m.factor_passkey_remove_one({ name: one.name })}
                >
                  {m.factor_passkey_remove()}
                </button>
              </li>
            ))}
          </ul>
        </Form>
      )}
      {makes !== undefined && !lite ? (
        <Form method="post" className="form-narrow">
          <Field
            name="name"
            label={m.factor_passkey_name()}
            help={m.factor_passkey_name_help()}
            errors={errors.name}
            defaultValue={name}
            maxLength={40}
            autoComplete="off"
            autoFocus
            required
          />
          <PasskeyButton label={m.factor_passkey_create()} makes={makes} primary />
          <noscript>
            <p className="notice notice-warn">{m.factor_passkey_scripts()}</p>
          </noscript>
        </Form>
      ) : (
        <Form method="post" className="actions">
          <button type="submit" name="intent" value="passkey" className="button" disabled={lite}>
            {m.factor_passkey_add()}
          </button>
        </Form>
      )}
      {lite && <p className="dim">{m.factor_passkey_scripts()}</p>}
    </section>
  );
}

export function RecoveryPart({ left }: { left: number }) {
  return (
    <section className="panel me" aria-labelledby="recovery">
      <h2 id="recovery">{m.factor_recovery()}</h2>
      <p className="dim">{m.factor_recovery_left({ n: left })}</p>
      <Form method="post" className="actions">
        <button type="submit" name="intent" value="codes" className="button">
          {m.factor_recovery_renew()}
        </button>
      </Form>
    </section>
  );
}

export function DevicesPart({ n }: { n: number }) {
  return (
    <section className="panel me" aria-labelledby="remembered">
      <h2 id="remembered">{m.factor_devices()}</h2>
      <p className="dim">{m.factor_devices_n({ n })}</p>
      <Form method="post" className="actions">
        <button type="submit" name="intent" value="forget" className="button">
          {m.factor_devices_forget()}
        </button>
      </Form>
    </section>
  );
}
