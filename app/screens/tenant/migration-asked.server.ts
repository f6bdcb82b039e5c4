/** What the address of the dry run asks for: `?source=&target=7&kind=role&kind=ticketType&take=dictItem&place.park=3`. */

const nounForm = /^[A-Za-z]{1,40}$/;
const idForm = /^[1-9]\d{0,14}$/;

export interface Asked {
  /** "": head office. */
  source: string;
  target: string;
  kinds: string[];
  takes: string[];
  places: { kind: string; id: number }[];
  /** Somebody pressed the button, with or without what it needs. */
  pressed: boolean;
}

export function askedOf(request: Request): Asked {
  const query = new URL(request.url).searchParams;
  const idOf = (name: string) => (idForm.test(query.get(name) ?? "") ? String(query.get(name)) : "");
  const nounsOf = (name: string) => [...new Set(query.getAll(name).filter((one) => nounForm.test(one)))].slice(0, 40);
  const places = [...query.keys()].flatMap((name) => {
    const kind = name.startsWith("place.") ? name.slice("place.".length) : "";
    return nounForm.test(kind) && idOf(name) !== "" ? [{ kind, id: Number(idOf(name)) }] : [];
  });
  // A kind's choice is a radio of its own: what was chosen for it is its value.
  const takes = nounsOf("kind").filter((kind) => query.get(`conflict.${kind}`) === "take");
  return {
    ...{ source: idOf("source"), target: idOf("target"), kinds: nounsOf("kind"), takes, places: places.slice(0, 10) },
    pressed: query.has("plan"),
  };
}

/** As the methods take it; without a target it asks for the choices alone. */
export const wishOf = ({ source, kinds, takes, places }: Asked) => ({
  ...(source !== "" && { sourceId: Number(source) }),
  ...{ kinds, takes, places },
});
