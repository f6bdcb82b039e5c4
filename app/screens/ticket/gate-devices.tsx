/** What the devices of one gate told of themselves last: heard of when, what waits, clock, battery. */
import { m } from "~/contract/messages";
import { agoText } from "./ago";

interface Device {
  id: number;
  name: string;
  seenMinutes: number | null;
  silent: boolean;
  queue: number;
  clockAhead: number;
  battery: number | null;
}

/** Seconds from which somebody should put the clock right; the server allows for what it knows. */
const clockOff = 60;
/** Percent. */
const batteryLow = 20;

export function GateDevices({ devices }: { devices: readonly Device[] }) {
  if (devices.length === 0) return <span className="dim">{m.gate_board_no_device()}</span>;
  return (
    <ul className="gate-devices">
      {devices.map((device) => (
        <li key={device.id}>
          <span className={`badge badge-${device.silent ? "bad" : "good"}`}>
            {device.silent ? m.gate_board_device_silent() : m.gate_board_device_heard()}
          </span>
          <span>{device.name}</span>
          <span className="dim">{seenText(device)}</span>
          {device.queue > 0 && (
            <span className="badge badge-warn">{m.gate_board_device_queue({ n: device.queue })}</span>
          )}
          {Math.abs(device.clockAhead) >= clockOff && (
            <span className="badge badge-warn">{clockText(device.clockAhead)}</span>
          )}
          {device.battery !== null && (
            <span className={device.battery <= batteryLow ? "badge badge-warn" : "dim"}>
              {m.gate_board_device_battery({ n: device.battery })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const seenText = ({ seenMinutes }: Device) =>
  seenMinutes === null ? m.gate_board_device_never() : agoText(seenMinutes);

function clockText(ahead: number): string {
  const n = Math.round(Math.abs(ahead) / 60);
  return ahead > 0 ? m.gate_board_clock_fast({ n }) : m.gate_board_clock_slow({ n });
}
