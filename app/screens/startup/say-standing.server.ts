/** What stands of each step, in a sentence. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { StartUpStep } from "~/contract/startup/steps";
import { headOf, named, type Standing } from "./guide.server";
import type { Said } from "./summary";

const sentences: Record<StartUpStep, (standing: Standing) => string> = {
  park: ({ parks }) =>
    parks.length > 0 ? m.startup_stands_parks({ n: parks.length, names: named(parks.map(({ name }) => name)) }) : "",
  types: ({ types }) => {
    const onSale = types.filter(({ status }) => status === "onSale");
    const names = named(onSale.map(({ name, price }) => `${name} ¥${formatYuan(price)}`));
    return onSale.length > 0 ? m.startup_stands_types({ n: onSale.length, names }) : "";
  },
  gates: ({ windows, gates }) =>
    windows.length + gates.length > 0 ? m.startup_stands_gates({ windows: windows.length, gates: gates.length }) : "",
  staff: ({ staff }) => m.startup_stands_staff({ n: staff }),
  paying: ({ paying, payTypes }) => {
    const labels = (paying ?? []).map((type) => payTypes.find(({ value }) => value === type)?.label ?? type);
    return labels.length > 0 ? m.startup_stands_paying({ names: named(labels) }) : "";
  },
  sale: ({ sale, steps }) => {
    if (sale?.state === "takenBack") return m.startup_stands_test_back({ no: sale.orderNo });
    if (sale) return m.startup_stands_test_sold({ no: sale.orderNo });
    return steps.some(({ step, state }) => step === "sale" && state === "done") ? m.startup_stands_sold() : "";
  },
};

export const sayStanding = (standing: Standing): Said[] =>
  headOf(standing, "park").steps.map((one) => ({ ...one, text: sentences[one.step](standing) }));
