/** What the buttons below a preview do where no script runs. */
import { layoutOf } from "./layout-of-form";
import { inputOf, moved, stepOf, steps } from "./move-element";

/** `move:left` and the like change the texts of the form and draw it again; nothing is saved. */
export function moveElement(form: FormData): void {
  const text = (name: string) => String(form.get(name) ?? "");
  const [verb, way = ""] = text("intent").split(":");
  const step = Object.hasOwn(steps, way) ? steps[way] : undefined;
  if (verb !== "move" || !step) return;
  form.set("intent", "refresh");
  const texts = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const place = Number(text("moveElement")) - 1;
  const by = stepOf(text("moveStep"));
  const layout = layoutOf(texts, []);
  const to = layout && moved(layout, place, [step[0] * by, step[1] * by]);
  if (to) for (const [field, value] of Object.entries(to)) form.set(inputOf(place, field), value);
}
