/** The filter of the change log in the address; what is no id, kind or day asks for everything. */
import { tradeThings } from "~/contract/travel/change-log";
import { typedDay } from "~/contract/typed-day";
import { isDay, today } from "~/contract/validators";

export function changesAsked(request: Request) {
  const query = new URL(request.url).searchParams;
  const idOf = (name: string) => (/^[1-9]\d{0,14}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : undefined);
  const dayOf = (name: string) => {
    const day = typedDay(query.get(name) ?? "", today());
    return isDay(day) ? day : undefined;
  };
  return {
    agencyId: idOf("agencyId"),
    thing: tradeThings.find((one) => one === query.get("thing")),
    who: (query.get("who") ?? "").trim().slice(0, 40),
    from: dayOf("from"),
    to: dayOf("to"),
    before: idOf("before"),
  };
}
