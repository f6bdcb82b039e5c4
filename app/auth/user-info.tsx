/** /userinfo, the personal centre: profile, password, the devices signed in, preferences. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { stamp } from "~/contract/business-time";
import { deviceName } from "~/contract/device-name";
import { isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { endOwnSessions, getOwnSessions } from "~/contract/platform/own-session";
import { roleSeeEnd } from "~/contract/platform/role";
import { factorState } from "~/contract/platform/second-factor";
import { LanguageSwitch, LiteSwitch, SchemeSwitch } from "~/shell/preference-switches";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { BadNotice } from "./sign-in-page";

export async function loader({ context }: LoaderFunctionArgs) {
  const { user, dispatch } = context;
  if (!user) throw redirect("/login");
  const [sessions, factors] = await Promise.all([dispatch.call(getOwnSessions, {}), dispatch.call(factorState, {})]);
  const { name, accName, corpName, deptName, isRealName, initpwd, park } = user;
  return {
    profile: { name, accName, corpName, deptName, realName: isRealName === "T", park: park?.name ?? "" },
    initial: initpwd !== "T",
    proves: factors.totp || factors.passkeys.length > 0,
    devices: sessions.map(({ userAgent, createdAt, lastSeen, ...rest }) => ({
      ...rest,
      name: deviceName(userAgent) || m.auth_me_device_unknown(),
      since: shown(createdAt),
      seen: shown(lastSeen),
    })),
  };
}

/** yyyy-MM-dd hh:mm, where the operator is. */
function shown(moment: string): string {
  return stamp(moment).slice(0, 16);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  if (form.get("intent") === "endSeeing") {
    await context.dispatch.call(roleSeeEnd, {});
    return redirect("/index", { status: 303 });
  }
  const ids = form
    .getAll("id")
    .flatMap((value) => String(value).split(","))
    .map(Number);
  if (ids.length === 0 || !ids.every((id) => Number.isSafeInteger(id) && id > 0))
    return data({ error: m.v_invalid() }, { status: 422 });
  try {
    await context.dispatch.call(endOwnSessions, { ids });
  } catch (error) {
    if (!isDispatchError(error) || error.failure.kind !== "notFound") throw error;
    return data({ error: m.auth_me_gone() }, { status: 409 });
  }
  context.session.flash("devicesSignedOut");
  return redirect("/userinfo", { status: 303 });
}

export const meta: MetaFunction = () => [{ title: m.auth_me_title() }];

export default function UserInfo() {
  const { profile, initial, proves } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const facts: [string, string][] = [
    [m.auth_me_name(), profile.name],
    [m.auth_me_account(), profile.accName],
    [m.auth_me_corp(), profile.corpName],
    [m.auth_me_dept(), profile.deptName],
    [m.auth_me_real_name(), profile.realName ? m.auth_me_real_yes() : m.auth_me_real_no()],
    [m.auth_me_park(), profile.park || m.auth_me_park_all()],
  ];
  return (
    <>
      <h1>{m.auth_me_title()}</h1>
      <BadNotice>{answer?.error}</BadNotice>
      <section className="panel me" aria-labelledby="profile">
        <h2 id="profile">{m.auth_me_profile()}</h2>
        <dl className="me-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || "—"}</dd>
            </div>
          ))}
        </dl>
        <p className="actions">
          <Link className="button" to="/loginChoosePark?redirect=/userinfo" reloadDocument>
            {m.auth_park_switch()}
          </Link>
        </p>
      </section>
      <section className="panel me" aria-labelledby="password">
        <h2 id="password">{m.auth_me_password()}</h2>
        <p className="dim">{initial ? m.auth_me_password_initial() : m.auth_me_password_own()}</p>
        <p className="actions">
          <Link className="button" to="/changePassword?redirect=/userinfo">
            {m.shell_change_password()}
          </Link>
        </p>
      </section>
      <section className="panel me" aria-labelledby="factor">
        <h2 id="factor">{m.factor_me()}</h2>
        <p className="dim">{proves ? m.factor_me_on() : m.factor_me_off()}</p>
        <p className="actions">
          <Link className="button" to="/userinfo/factor">
            {m.factor_me_open()}
          </Link>
        </p>
      </section>
      <Devices />
      <section className="panel me" aria-labelledby="preferences">
        <h2 id="preferences">{m.auth_me_preferences()}</h2>
        <dl className="me-facts">
          <div>
            <dt>{m.auth_me_language()}</dt>
            <dd>
              <LanguageSwitch className="link-button" />
            </dd>
          </div>
          <div>
            <dt>{m.shell_scheme()}</dt>
            <dd>
              <SchemeSwitch />
            </dd>
          </div>
          <div>
            <dt>{m.shell_lite_help()}</dt>
            <dd>
              <LiteSwitch className="link-button" />
            </dd>
          </div>
        </dl>
      </section>
    </>
  );
}

function Devices() {
  const { devices } = useLoaderData<typeof loader>();
  const others = devices.filter(({ current }) => !current);
  return (
    <section className="panel me" aria-labelledby="devices">
      <h2 id="devices">{m.auth_me_devices()}</h2>
      <p className="dim">{m.auth_me_devices_help()}</p>
      <Form method="post">
        <TableFrame label={m.auth_me_devices()}>
          <table className="table table-cards">
            <thead>
              <tr>
                <th scope="col">{m.auth_me_device()}</th>
                <th scope="col">{m.auth_me_address()}</th>
                <th scope="col">{m.auth_me_since()}</th>
                <th scope="col">{m.auth_me_seen()}</th>
                <th scope="col">
                  <span className="visually-hidden">{m.auth_me_out()}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {devices.map(({ id, name, ip, since, seen, current }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td data-label={m.auth_me_address()}>{ip || "—"}</td>
                  <td data-label={m.auth_me_since()}>{since}</td>
                  <td data-label={m.auth_me_seen()}>{seen}</td>
                  <td>
                    {current ? (
                      m.auth_me_this()
                    ) : (
                      <button
                        type="submit"
                        name="id"
                        value={id}
                        className="link-button"
                        aria-label={m.auth_me_out_one({ device: name })}
                      >
                        {m.auth_me_out()}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
        {others.length > 0 && (
          <p className="actions">
            <button type="submit" className="button button-danger" name="id" value={others.map(({ id }) => id).join()}>
              {m.auth_me_out_others()}
            </button>
          </p>
        )}
      </Form>
    </section>
  );
}
