/** Venues, their parks, and their halls. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import {
  theatreHall as hallResource,
  theatreVenueParks,
  theatreVenueParksSave,
  theatreVenue as venueResource,
} from "~/contract/theatre/venue";
import { dependsOn } from "../../kernel/depends-on";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { parkReference } from "../ticket/park";
import { theatreHall, theatreVenue } from "./schema";

export const venueReference = { table: theatreVenue, name: theatreVenue.name, status: theatreVenue.status };
export const hallReference = { table: theatreHall, name: theatreHall.name, status: theatreHall.status };

dependsOn("park", {
  table: theatreVenue,
  by: theatreVenue.parkId,
  name: theatreVenue.name,
  words: m.theatre_has_venues,
});
dependsOn("theatreVenue", {
  table: theatreHall,
  by: theatreHall.venueId,
  name: theatreHall.name,
  words: m.theatre_has_halls,
});

interface VenueRow {
  id: number;
  name: string;
  parkId: number;
  parks: number[];
}

const venueById = ({ db }: Call, id: number) =>
  firstOf<VenueRow>(
    db,
    sql`
      select id::float8 as id, name, park_id::float8 as "parkId", to_jsonb(parks) as parks
      from theatre_venue where corp_code = current_setting('app.corp_code') and id = ${id}
    `,
  );

export const venueServed = [
  ...serveResource(venueResource, { table: theatreVenue, references: { parkId: parkReference } }),
  ...serveResource(hallResource, { table: theatreHall, references: { venueId: venueReference } }),

  serve(theatreVenueParks, async (call, { venueId }) => {
    const venues = await rowsOf<{ value: string; label: string }>(
      call.db,
      sql`
        select id::text as value, name as label from theatre_venue
        where corp_code = current_setting('app.corp_code') order by theatre_venue.id limit 500
      `,
    );
    const wanted = venueId ?? Number(venues[0]?.value ?? 0);
    const venue = wanted ? await venueById(call, wanted) : undefined;
    if (venueId !== undefined && !venue) throw new NotFound();
    if (!venue) return { venues, venue: null };
    const parks = await rowsOf<{ id: number; name: string }>(
      call.db,
      sql`select id::float8 as id, name from named_park order by id limit 200`,
    );
    return {
      venues,
      venue: {
        ...{ id: venue.id, name: venue.name },
        parks: parks.map((park) => ({
          ...park,
          there: venue.parks.includes(park.id),
          own: park.id === venue.parkId,
        })),
      },
    };
  }),

  /** Parks that the caller does not see stay as they are. */
  serve(theatreVenueParksSave, async (call, { venueId, parkIds }) => {
    const before = await venueById(call, venueId);
    if (!before) throw new NotFound();
    const seen = await rowsOf<{ id: number }>(call.db, sql`select id::float8 as id from named_park order by id`);
    const ids = seen.map(({ id }) => id);
    if (parkIds.some((id) => !ids.includes(id))) throw new NotFound();
    const unseen = before.parks.filter((id) => !ids.includes(id));
    const parks = [...new Set([before.parkId, ...unseen, ...parkIds])].sort((a, b) => a - b);
    const changed = await rowsOf(
      call.db,
      sql`
        update theatre_venue
        set parks = ${`{${parks}}`}::bigint[], row_version = row_version + 1, updated_at = ${call.now.toISOString()}::timestamptz
        where corp_code = current_setting('app.corp_code') and id = ${venueId}
        returning id
      `,
    );
    if (changed.length !== 1) throw new NotFound();
    const about = { thing: "theatreVenue", thingId: venueId, label: before.name };
    call.audit({ ...about, before: { parks: before.parks }, after: { parks } });
    return { id: venueId, parks: parks.length };
  }),
];
