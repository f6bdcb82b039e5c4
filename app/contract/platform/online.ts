/** Who is signed in now (`/corp/onlineList`). */
import { command } from "../command";
import { deviceName } from "../device-name";
import { boolean, dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/**
 * The tenant's sessions that are still good, the one seen last first. `account` seeks in names and accounts. `current` is
 * the one that asks; the account of one that is `above` holds more than the caller, who may not sign it out.
 */
export const online = resource("platform", "online", {
  title: m.org_online,
  path: "/corp/onlineList",
  fun: "onlineList",
  nameField: "name",
  status: "state",
  defaultSort: { field: "seen", order: "desc" },
  readOnly: true,
  thing: "session",
  fields: {
    account: text({ label: m.org_online_who, filter: "contains", detail: false }),
    accountId: number({ label: m.admin_account, list: "answer", detail: false }),
    accName: text({ label: m.admin_account, list: true }),
    name: text({ label: m.org_name, list: true }),
    deptName: text({ label: m.admin_department, list: true }),
    state: dictionary("sessionState", { label: m.status, list: true, values: ["this", "on", "locked"] }),
    userAgent: text({
      ...{ label: m.org_online_device, list: true },
      words: (agent) => deviceName(String(agent)) || m.auth_me_device_unknown(),
    }),
    ip: text({ label: m.org_online_address, list: true, filter: "contains" }),
    park: text({ label: m.org_online_park, list: true, words: (park) => String(park || m.org_all_parks()) }),
    since: moment({ label: m.org_online_since, list: true }),
    seen: moment({ label: m.org_online_seen, list: true }),
    locked: boolean({ label: m.org_online_screen_locked, list: "answer", detail: false }),
    current: boolean({ label: m.org_online_this, list: "answer", detail: false }),
    above: boolean({ label: m.status, list: "answer", detail: false }),
  },
  commands: {
    /** At once; one's own is refused, since signing out does that. */
    end: command({
      ...{ label: m.org_online_end, method: "sessionEnd", button: "session:end" },
      ...{ question: m.org_online_end_question, did: m.org_flash_signed_out, tone: "bad" },
    }),
  },
});
