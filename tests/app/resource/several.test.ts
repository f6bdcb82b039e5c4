/** Several values of a dictionary in a form: a box for each, of one name. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { action, loader } from "~/resource/form";
import { outcome } from "../shell/fake-context";
import { screen } from "./screen";

const options = {
  channels: [
    { value: "window", label: "窗口" },
    { value: "mobile", label: "移动端" },
    { value: "agency", label: "旅行社", off: true },
    { value: "network", label: "网络", off: true },
  ],
};
const record = { id: 4, rowVersion: 2, code: "A1", channels: ["window", "agency"] };
const answers = { ticketTypeGet: { record: null, options }, ticketTypeSave: { id: 4 } };
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

test.each([[["window", "mobile"]], [["window,mobile"]], [["window", "mobile", "window"]]])(
  "ticked or written, %j is sent as a list",
  async (channels) => {
    const { args, seen } = screen("/ticket/ticketEdit", { answers, form: formOf(channels) });
    expect(await outcome(action(args))).toMatchObject({ status: 303, location: "/ticket/ticketList/4" });
    expect(seen.calls.at(-1)?.payload).toMatchObject({ channels: ["window", "mobile"], facePrice: 12000 });
  },
);

test("none ticked is refused, and the form comes back without a tick", async () => {
  const { args } = screen("/ticket/ticketEdit", { answers, form: formOf([]) });
  const refused = await outcome(action(args));
  expect(refused).toMatchObject({ status: 422, body: { errors: { channels: ["请选择销售渠道"] } } });
  expect(refused.body).toMatchObject({
    inputs: expect.arrayContaining([expect.objectContaining({ name: "channels", value: "" })]),
  });
});

test("a new form has the usual ones ticked; what is suspended is offered where it is chosen already, and only there", async () => {
  const inputOf = async (params: Record<string, string>, found: object | null) => {
    const { args } = screen("/ticket/ticketEdit", { answers: { ticketTypeGet: { record: found, options } }, params });
    const { inputs } = await loader(args);
    const input = inputs.find(({ name }) => name === "channels");
    return [input?.value, input?.options?.map(({ value }) => value)];
  };
  expect(await inputOf({}, null)).toEqual(["window,internal", ["window", "mobile"]]);
  expect(await inputOf({ id: "4" }, record)).toEqual(["window,agency", ["window", "mobile", "agency"]]);
});

test("6 what was ticked when the session ended stands in the form again: every tick, and none where there was none", async () => {
  const inputsOf = async (draft: Record<string, string>) => {
    const found = { ticketTypeGet: { record, options } };
    const { args } = screen("/ticket/ticketEdit", { answers: found, params: { id: "4" }, draft });
    return (await loader(args)).inputs.find(({ name }) => name === "channels")?.value;
  };
  expect(await inputsOf({ name: "成人票", channels: "window,mobile,network" })).toBe("window,mobile,network");
  expect(await inputsOf({ name: "成人票" })).toBe("");
});
