/** A tone for each verdict, high for "pass" and low for "refuse", so that the keeper need not look. Off stays off. */
import { useEffect, useRef, useState } from "react";
import { m } from "~/contract/messages";
import type { Verdict } from "~/contract/ticket/check";
import { useHydrated } from "~/widgets/hydrated";

const kept = "console-check-sound";

interface Props {
  verdict: Verdict | null;
  failed: boolean;
  /** Another one with each answer: the same verdict twice sounds twice. */
  attempt: string;
}

export function CheckSound({ verdict, failed, attempt }: Props) {
  const hydrated = useHydrated();
  const [on, setOn] = useState(true);
  const audio = useRef<AudioContext | null>(null);
  const heard = useRef(attempt);

  useEffect(() => setOn(localStorage.getItem(kept) !== "off"), []);
  useEffect(() => {
    if (heard.current === attempt) return;
    heard.current = attempt;
    if (!on || (!verdict && !failed)) return;
    audio.current ??= new AudioContext();
    play(audio.current, verdict?.admitted ? pass : refuse);
  }, [attempt, verdict, failed, on]);

  if (!hydrated) return null;
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          localStorage.setItem(kept, checked ? "on" : "off");
          setOn(checked);
        }}
      />
      {m.check_sound()}
    </label>
  );
}

/** Hertz and seconds, one after the other. */
type Tones = readonly (readonly [pitch: number, length: number])[];
const pass: Tones = [
  [880, 0.09],
  [1320, 0.14],
];
const refuse: Tones = [
  [220, 0.18],
  [165, 0.3],
];

function play(audio: AudioContext, tones: Tones): void {
  // Browsers start it asleep where nobody has pressed anything yet.
  audio.resume().catch(() => undefined);
  let at = audio.currentTime;
  for (const [pitch, length] of tones) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = pitch < 400 ? "square" : "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
