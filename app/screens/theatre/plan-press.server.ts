/** What the buttons of both plan pages do. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import {
  theatrePlanRead,
  theatrePlanText,
  theatrePlanUndo,
  theatreRowsMake,
  theatreSeatsChange,
} from "~/contract/theatre/plan";
import { numberings, type SeatKind, seatKinds } from "~/contract/theatre/seat-plan";
import { idOf } from "./sale-press.server";

export const kindFrom = (text: FormDataEntryValue | null): SeatKind =>
  seatKinds.find((kind) => kind === text) ?? "normal";

/** Answers what to say once it is done. */
export async function pressPlan({ dispatch }: AppLoadContext, form: FormData): Promise<string> {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const whole = (name: string) => (text(name) === "" ? 0 : Number(text(name)));
  const parts = (name: string) =>
    text(name)
      .toUpperCase()
      .split(/[\s,，、]+/)
      .filter(Boolean);
  const at = { areaId: idOf(form.get("area")) ?? 0, version: whole("version") };
  const change = (what: Parameters<typeof theatreSeatsChange.payload.parse>[0]) =>
    dispatch.call(theatreSeatsChange, {
      ...at,
      seats: form.getAll("seat").map(String),
      rows: form.getAll("row").map(String),
      change: what as never,
    });
  const done = async () => {
    switch (form.get("intent")) {
      case "make":
        return dispatch.call(theatreRowsMake, {
          ...{ ...at, append: form.get("append") === "T", first: text("first"), rows: whole("rows") },
          ...{ seats: whole("seats"), growth: whole("growth"), arc: whole("arc"), zone: text("zone") },
          numbering: numberings.find((one) => one === text("numbering")) ?? "left",
          ...{ start: whole("start") || 1, spacing: whole("spacing") || 100 },
          ...{ skip: parts("skip"), aisles: parts("aisles").map(Number) },
          kind: kindFrom(form.get("kind")),
        });
      case "text":
        return dispatch.call(theatrePlanText, { ...at, text: String(form.get("text") ?? ""), arc: whole("arc") });
      case "kind":
        return change({ do: "kind", kind: kindFrom(form.get("kind")) });
      case "zone":
        return change({ do: "zone", zone: text("zone") });
      case "remove":
        return change({ do: "remove" });
      case "mirror":
        return change({ do: "mirror" });
      case "align-left":
        return change({ do: "align", side: "left" });
      case "align-middle":
        return change({ do: "align", side: "middle" });
      case "align-right":
        return change({ do: "align", side: "right" });
      case "column-left":
        return change({ do: "column", side: "left" });
      case "column-middle":
        return change({ do: "column", side: "middle" });
      case "column-right":
        return change({ do: "column", side: "right" });
      case "copy":
        return change({ do: "copy" });
      case "undo":
        return dispatch.call(theatrePlanUndo, at);
      case "arc":
        return change({ do: "arc", arc: whole("arc") });
      case "file": {
        const file = form.get("file");
        const content = file instanceof File && file.size <= 4_000_000 ? await file.text() : "";
        return dispatch.call(theatrePlanRead, { ...at, text: content });
      }
      default:
        throw new Response(null, { status: 400 });
    }
  };
  const { rows, seats } = await done();
  return m.theatre_did_plan({ rows, seats });
}
