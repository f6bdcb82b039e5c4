/** The parks that an account works in, and the one that its session has chosen. */
import { and, asc, eq, inArray } from "drizzle-orm";
import { m } from "~/contract/messages";
import { choosePark, getOwnParks } from "~/contract/ticket/chosen-park";
import { NotFound } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { boundParks, keepChosenPark } from "../platform/index";
import { park } from "./schema";

async function openParks({ db, caller }: Call, only?: number) {
  const bound = await boundParks(db, caller.corpCode, caller.userId);
  return db
    .select({ id: park.id, name: park.name, address: park.address })
    .from(park)
    .where(
      and(
        eq(park.corpCode, caller.corpCode),
        eq(park.status, "T"),
        bound.length > 0 ? inArray(park.id, bound) : undefined,
        only === undefined ? undefined : eq(park.id, only),
      ),
    )
    .orderBy(asc(park.name), asc(park.id))
    .limit(200);
}

const serveList = serve(getOwnParks, async (call) =>
  (await openParks(call)).map((one) => ({
    ...one,
    address: one.address ?? "",
    chosen: one.id === call.caller.park?.id,
  })),
);

/** As the owner, since sessions are the owner's: the corp is asked for by name. */
const serveChoose = serve(
  choosePark,
  async (call, { parkId }) => {
    const [found] = await openParks(call, parkId);
    if (!found) throw new NotFound(m.ops_not_found());
    await keepChosenPark(call.db, call.caller.sessionRowId, found);
    return { id: found.id, name: found.name };
  },
  { asOwner: true },
);

export const chosenParkServed: Served[] = [serveList, serveChoose];
