/** The ticket type's form adds channels as check boxes to the engine's. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { action } from "~/screens/ticket/ticket-type-form";
import { screen } from "../resource/screen";
import { outcome } from "../shell/fake-context";

const answers = { ticketTypeGet: { record: null, options: {} }, ticketTypeSave: { id: 4 } };
const fields = {
  ...{ code: "A1", name: "成人票", kind: "single", parkId: "1", facePrice: "120", listPrice: "100" },
  ...{ realName: "none", validity: "day", admissions: "1", refundRule: "free", minPerOrder: "1", maxPerOrder: "50" },
  sort: "10",
};

function formOf(channels: string[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const channel of channels) form.append("channels", channel);
  return form;
}

test.each([[["window", "mobile"]], [["window,mobile"]]])(
  "ticked or written, %j is saved as a list",
  async (channels) => {
    const { args, seen } = screen("/ticket/ticketEdit", { answers, form: formOf(channels) });
    expect(await outcome(action(args))).toMatchObject({ status: 303, location: "/ticket/ticketList/4" });
    expect(seen.calls.at(-1)?.payload).toMatchObject({ channels: "window,mobile", facePrice: 12000, parkId: 1 });
  },
);

test("none ticked is refused", async () => {
  const { args } = screen("/ticket/ticketEdit", { answers, form: formOf([]) });
  expect(await outcome(action(args))).toMatchObject({ status: 422, body: { errors: { channels: ["此项为必填项"] } } });
});
