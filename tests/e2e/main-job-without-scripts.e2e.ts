import { mainJob } from "./main-job";
import { journeyOf, runConsole } from "./support";

const running = runConsole();

journeyOf(
  running,
  "2 park, gate, type and POS by the engine; two tickets sold in under ten keys, printed, checked, refunded (without scripts)",
  (visitor) => mainJob(visitor, running),
  { javaScriptEnabled: false },
);
