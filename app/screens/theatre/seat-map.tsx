/**
 * The map of a large area: one canvas for all its seats, scrolled, zoomed, and moved about in by keys. It needs scripts; the rows
 * beside it do not. The server's page carries all that is drawn, and a script in it draws that at once (`seat-map-first.ts`);
 * the page's program then takes the drawing over.
 */
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import type { theatreLayout } from "~/contract/theatre/large-map";
import type { SeatView, theatreMap } from "~/contract/theatre/sale";
import { useHydrated } from "~/widgets/hydrated";
import { draw, least, margin, most, spaceOf, wholeScale } from "./seat-map-draw";
import type { CarriedMap } from "./seat-map-first";
import { type MapModel, modelOf, seatAfter, seatAt, statesOf } from "./seat-map-model";
import { seatWords } from "./words";

interface Props {
  map: Pick<AnswerOf<typeof theatreMap>, "session" | "areas" | "areaId" | "zones" | "large">;
  /** Where the seats stand, with the server's page; null: the browser asks for it, or has kept it. */
  layout: AnswerOf<typeof theatreLayout> | null;
  open: (seat: SeatView) => boolean;
}

const steps = { "+": 1.4, "=": 1.4, "-": 1 / 1.4 } as const;

export function SeatMap({ map, layout, open }: Props) {
  const { large } = map;
  const isLive = useHydrated();
  const { model, failed } = useSeats(map, layout);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scale, setScale] = useState(0);
  const [focus, setFocus] = useState<number | null>(null);
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set());
  const states = useMemo(() => (model && large ? statesOf(model, large.taken) : []), [model, large]);
  const zones = useMemo(() => new Map(map.zones.map((zone) => [zone.code, zone])), [map.zones]);

  const viewOf = (at: number): SeatView | null => {
    const seat = model?.seats[at];
    if (!seat) return null;
    const price = large?.price ?? zones.get(seat.zone)?.price ?? null;
    const partner = map.session.splitPairs ? null : seat.partner;
    return { ...seat, at, price, partner, state: states[at] ?? "free", note: "" };
  };
  const mayChoose = (at: number) => {
    const seat = viewOf(at);
    return seat !== null && open(seat);
  };
  // What somebody else has taken meanwhile, or has become one's own, is chosen no more.
  const chosen = new Set([...wanted].filter((id) => mayChoose(model?.byId.get(id) ?? -1)));
  const toggle = (at: number) => {
    const id = model?.seats[at]?.id;
    if (id === undefined || !mayChoose(at)) return;
    const next = new Set(chosen);
    const isOn = !next.has(id);
    // Of a pair both, where both can be had.
    for (const one of [id, viewOf(at)?.partner?.id ?? id])
      if (!isOn) next.delete(one);
      else if (mayChoose(model?.byId.get(one) ?? -1)) next.add(one);
    setWanted(next);
  };

  const drawn = useRef<Parameters<typeof draw>[1] | null>(null);
  drawn.current = model && { model, states, chosen, focus, tintOf: (zone) => zones.get(zone)?.tint ?? "grey" };
  const paint = useCallback(() => {
    const [outer, inner] = [box.current, canvas.current];
    if (!outer || !inner || !drawn.current || scale === 0) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = outer;
    draw(inner, drawn.current, { scale, left, top, width, height });
  }, [scale]);
  useEffect(paint);
  useFrames(box, paint);
  useEffect(() => {
    const outer = box.current;
    if (!model || !outer || !isLive) return;
    const { scale: drawnAt } = (outer.firstElementChild as HTMLElement | null)?.dataset ?? {};
    setScale(drawnAt ? Number(drawnAt) : wholeScale(model, outer));
  }, [model, isLive]);

  const zoom = (to: number) => {
    const outer = box.current;
    const next = Math.min(most, Math.max(least, to));
    if (!outer || next === scale) return;
    const middle = { x: outer.scrollLeft + outer.clientWidth / 2, y: outer.scrollTop + outer.clientHeight / 2 };
    const by = next / scale;
    setScale(next);
    requestAnimationFrame(() => {
      outer.scrollLeft = (middle.x - margin) * by + margin - outer.clientWidth / 2;
      outer.scrollTop = (middle.y - margin) * by + margin - outer.clientHeight / 2;
    });
  };
  const goTo = (at: number) => {
    const [outer, seat] = [box.current, model?.seats[at]];
    if (!outer || !seat) return;
    setFocus(at);
    const [x, y] = [seat.x * scale + margin, seat.y * scale + margin];
    if (x < outer.scrollLeft || x + scale > outer.scrollLeft + outer.clientWidth)
      outer.scrollLeft = x - outer.clientWidth / 2;
    if (y < outer.scrollTop || y + scale > outer.scrollTop + outer.clientHeight)
      outer.scrollTop = y - outer.clientHeight / 2;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!model || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "+" || key === "=" || key === "-") zoom(scale * steps[key]);
    else if (/^(Arrow|Home$|End$)/.test(key)) goTo(focus === null ? 0 : seatAfter(model, focus, key));
    else if ((key === " " || key === "Enter") && focus !== null) toggle(focus);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const outer = box.current;
    if (!outer || !model) return;
    const edge = outer.getBoundingClientRect();
    const x = (event.clientX - edge.left - outer.clientLeft + outer.scrollLeft - margin) / scale;
    const y = (event.clientY - edge.top - outer.clientTop + outer.scrollTop - margin) / scale;
    const at = seatAt(model, x, y);
    if (at === undefined) return;
    setFocus(at);
    toggle(at);
  };

  if (failed) return <p className="notice notice-warn">{m.theatre_map_none()}</p>;
  const area = map.areas.find(({ id }) => id === map.areaId)?.name ?? "";
  const spoken = focus === null ? null : viewOf(focus);
  const words = spoken && model ? seatWords(model.seats[focus ?? 0]?.row ?? "", spoken) : "";
  const carried: CarriedMap | null =
    !isLive && layout && large ? { ...layout, taken: large.taken, tints: tintsOf(map) } : null;
  return (
    <div
      className="seat-map"
      hidden={!isLive}
      data-awaited=""
      data-carried={carried ? JSON.stringify(carried) : undefined}
      suppressHydrationWarning
    >
      {[...chosen].map((id) => (
        <input key={id} type="hidden" name="seat" value={id} />
      ))}
      <p className="toolbar">
        <button type="button" className="button" onClick={() => zoom(scale * steps["+"])}>
          {m.theatre_map_in()}
        </button>
        <button type="button" className="button" onClick={() => zoom(scale * steps["-"])}>
          {m.theatre_map_out()}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => model && box.current && setScale(wholeScale(model, box.current))}
        >
          {m.theatre_map_whole()}
        </button>
        <strong>{m.theatre_map_chosen({ n: chosen.size })}</strong>
        {chosen.size > 0 && (
          <button type="button" className="button" onClick={() => setWanted(new Set())}>
            {m.theatre_map_clear()}
          </button>
        )}
      </p>
      <p className="seat-stage">{m.theatre_stage()}</p>
      <div
        ref={box}
        className="seat-map-box"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the whole map is one stop, and arrow keys move within it
        tabIndex={0}
        aria-label={m.theatre_map_of({ area })}
        aria-describedby="seat-map-help"
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <div
          className="seat-map-space"
          style={model === null || scale === 0 ? undefined : spaceOf(model, scale)}
          suppressHydrationWarning
        >
          <canvas ref={canvas} suppressHydrationWarning />
        </div>
      </div>
      {carried && <template data-first="seats" />}
      <output className="seat-map-said">
        {words && chosen.has(spoken?.id ?? 0) ? m.theatre_map_said_chosen({ seat: words }) : words}
        {!model && m.theatre_map_loading()}
      </output>
      <p className="dim" id="seat-map-help">
        {m.theatre_map_help()}
      </p>
    </div>
  );
}

const addressOf = (sessionId: number, areaId: number | null) =>
  `/theatre/seatSale/map?session=${sessionId}&area=${areaId}`;

const tintsOf = ({ zones }: Props["map"]) => Object.fromEntries(zones.map(({ code, tint }) => [code, tint]));

/** Where the seats stand: as the page brought it, or asked for, which the browser keeps. Only who has them comes each time. */
function useSeats({ session: { id }, areaId }: Pick<Props["map"], "session" | "areaId">, layout: Props["layout"]) {
  const [model, setModel] = useState<MapModel | null>(null);
  const [failed, setFailed] = useState(false);
  const address = addressOf(id, areaId);
  // What is asked for anew while others sell comes without it.
  const brought = useRef({ address, layout });
  useEffect(() => {
    if (brought.current.layout && brought.current.address === address) {
      setModel(modelOf(brought.current.layout.rows));
      return;
    }
    const stop = new AbortController();
    setModel(null);
    read<AnswerOf<typeof theatreLayout>>(address, stop.signal)
      .then(({ rows }) => setModel(modelOf(rows)))
      .catch(() => setFailed(!stop.signal.aborted));
    return () => stop.abort();
  }, [address]);
  return { model, failed };
}

async function read<T>(address: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

/** One picture a frame, however many times it is scrolled; and anew when the box has another size. */
function useFrames(box: React.RefObject<HTMLDivElement | null>, paint: () => void) {
  useEffect(() => {
    const outer = box.current;
    if (!outer) return;
    let waiting = 0;
    const ask = () => {
      waiting ||= requestAnimationFrame(() => {
        waiting = 0;
        paint();
      });
    };
    const sized = new ResizeObserver(ask);
    sized.observe(outer);
    outer.addEventListener("scroll", ask, { passive: true });
    return () => {
      cancelAnimationFrame(waiting);
      sized.disconnect();
      outer.removeEventListener("scroll", ask);
    };
  }, [box, paint]);
}
