/** Contacts of agencies: the main one stands on the agency's row as well, and both say the same. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { agencyContact as resource } from "~/contract/travel/agency-contact";
import { dependsOn } from "../../kernel/depends-on";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { agencyReference } from "./agency-reference";
import { agencyContact as table } from "./schema";

dependsOn("agency", { table, by: table.agencyId, name: table.name, words: m.travel_contacts_dep });

interface Person {
  agencyId: number;
  name: string;
  mobile: string;
  email: string | null;
}

const commands: CommandsBackend<typeof resource> = {
  makeMain: {
    mayNot: (_call, rows) => rows.map(({ main }) => (main ? m.travel_contact_main_already() : null)),
    async run(call, row) {
      // The agency first, so that of two who choose at once one comes after the other.
      await call.db.execute(sql`select 1 from travel_agency where id = ${row.agencyId} for update`);
      await call.db.execute(sql`
        update agency_contact set main = false, row_version = row_version + 1
        where corp_code = current_setting('app.corp_code') and agency_id = ${row.agencyId} and main
      `);
      await tellAgency(call, row);
      return { set: { main: true }, notice: m.travel_contact_is_main_now({ name: row.name }) };
    },
  },
};

/** A mail that the contact has not leaves that of the agency. */
async function tellAgency(call: Call, { agencyId, name, mobile, email }: Person): Promise<void> {
  const before = await firstOf<{ contact: string; label: string }>(
    call.db,
    sql`select contact, name as label from travel_agency where id = ${agencyId}`,
  );
  await call.db.execute(sql`
    update travel_agency
    set contact = ${name}, mobile = ${mobile}, email = coalesce(${email}, email), row_version = row_version + 1
    where corp_code = current_setting('app.corp_code') and id = ${agencyId}
  `);
  if (before && before.contact !== name)
    call.audit({
      ...{ thing: "agency", thingId: agencyId, label: before.label },
      ...{ before: { contact: before.contact }, after: { contact: name } },
    });
}

/** What the form of the agency says of its contact is said of the main one too. */
export const tellMainContact = ({ db }: Call, { id, contact, mobile }: Values) =>
  db.execute(sql`
    update agency_contact set name = ${contact}, mobile = ${mobile}, row_version = row_version + 1
    where corp_code = current_setting('app.corp_code') and agency_id = ${id} and main
      and (name, mobile) is distinct from (${contact}::text, ${mobile}::text)
      and not exists (
        select from agency_contact o
        where o.corp_code = current_setting('app.corp_code') and o.agency_id = ${id} and o.mobile = ${mobile} and not o.main
      )
  `);

export const contactServed = serveResource(resource, {
  table,
  references: { agencyId: agencyReference },
  commands,
  async saved(call, row, before) {
    if (before?.main) await tellAgency(call, row as unknown as Person);
  },
  async dependents(call, id) {
    const own = await firstOf<{ main: boolean }>(call.db, sql`select main from agency_contact where id = ${id}`);
    return own?.main ? [m.travel_contact_main_stays()] : [];
  },
});
