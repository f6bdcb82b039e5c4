/** One more holder of a card that is for several: after an upgrade, or where not all were there at its sale. */
import { sql } from "drizzle-orm";
import type { seasonCard } from "~/contract/card/card";
import { holder as given } from "~/contract/card/counter";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { Invalid, Refusal } from "../../kernel/refusal";
import type { CommandBackend, Outcome, Values } from "../../kernel/resource-backend";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { refuseRestricted } from "../ticket/restricted-visitor";

import { expireOf, type Holder, holdersOf, holdersWhyNot, namesOf, orMeanwhile } from "./keep-card";
import { noteStep } from "./log";
import { readType } from "./read-type";

type Card = ResourceRow<typeof seasonCard>;

interface Input {
  holderName: string;
  document: string | null;
  country: string | null;
  identity: string | null;
}

export const addHolder: NonNullable<CommandBackend<Card, Input>["run"]> = (call, card, input) =>
  ofEverybody(call, () => add(call, card, readHolder(input)));

/** As the sale reads it; errors stand under the command's fields. */
function readHolder({ holderName, document, country, identity }: Input): Holder {
  const read = given.safeParse({
    ...{ name: holderName, document: document ?? "resident", country: country ?? "", identity: identity ?? "" },
  });
  if (read.success) return read.data;
  const field = (name: string) => (name === "name" ? "holderName" : name);
  const errors = read.error.issues.map(({ path, message }) => [field(String(path[0])), [message]]);
  throw new Invalid(Object.fromEntries(errors));
}

async function add(call: Call, { id, cardTypeId }: Card, one: Holder): Promise<Outcome & { set: Values }> {
  const type = await readType(call, cardTypeId);
  const before = await holdersOf(call, id);
  if (before.length >= type.holdersMost) throw new Refusal(m.card_holders_all({ n: type.holdersMost }));
  if (type.asksIdentity && one.identity === "") throw new Invalid({ identity: [m.v_required()] });
  const same = ({ document, country, identity }: Holder) =>
    identity !== "" && identity === one.identity && document === one.document && country === one.country;
  if (before.some(same)) throw new Invalid({ identity: [m.card_holder_twice()] });
  if (one.identity !== "") await refuseRestricted(call, [one]);
  await expireOf(call, [one], id);
  const held = await holdersWhyNot(call, { cardTypeId, typeName: type.name, but: id }, [one]);
  if (held) throw new Refusal(held);
  await orMeanwhile(() =>
    call.db.execute(sql`
      insert into season_card_holder (card_id, place, name, document, country, identity)
      values (${id}, ${before.length}, ${one.name}, ${one.document}, ${one.country}, ${one.identity})
    `),
  );
  const all = [...before, one];
  await noteStep(call, { cardId: id, step: "holderAdd", said: one.name });
  return {
    set: { holderName: namesOf(all), holders: all.length },
    notice: m.card_holder_added({ name: one.name, n: all.length, most: type.holdersMost }),
  };
}
