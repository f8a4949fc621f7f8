/* Sounds of a table, made here and not loaded: one at a time, short and quiet.

   A browser lets a page sound only once somebody has touched it, so nothing is prepared before. */

import { liking } from "cardkit/kept";

const VOLUME = 0.12;
const FADE = 0.02;

const tap = (at, pitch) => ({ at, pitch, long: 0.05, noise: true });
const note = (at, pitch, long = 0.4) => ({ at, pitch, long, noise: false });

/** From the least to the most important: what sounds is cut short only for what matters more. */
export const SOUNDS = {
  play: [tap(0, 1_700)],
  deal: [0, 1, 2, 3, 4, 5].map((card) => tap(card * 0.07, 2_300 - 90 * card)),
  turn: [note(0, 587), note(0.13, 880)],
  end: [note(0, 392), note(0.2, 330, 0.6)],
  win: [523, 659, 784, 1_047].map((pitch, at) => note(at * 0.12, pitch, 0.5)),
};
const RANKS = Object.keys(SOUNDS);

export class Sounds {
  constructor(make = () => new AudioContext()) {
    this.make = make;
    this.context = null;
    this.on = liking.get("sound") !== "off";
    this.now = { rank: -1, until: 0, out: null };
  }

  /** Somebody has touched the page. */
  wake() {
    if (!this.on) return;
    try {
      this.context ??= this.make();
      if (this.context.state !== "running") this.context.resume().catch(() => null);
    } catch {
      this.on = false; // a browser without sound
    }
  }

  turn(on) {
    this.on = on;
    liking.keep("sound", on ? "on" : "off");
    if (on) this.wake();
    else this.#stop();
  }

  /** Out of sight only one's turn is worth a sound. */
  play(name) {
    const { context, now } = this;
    if (!this.on || context?.state !== "running") return false;
    if (document.hidden && name !== "turn") return false;
    const rank = RANKS.indexOf(name);
    if (rank < 0) return false;
    if (context.currentTime < now.until && rank <= now.rank) return false;
    this.#stop();
    const out = new GainNode(context, { gain: VOLUME });
    out.connect(context.destination);
    const ends = SOUNDS[name].map((stroke) => strike(context, out, stroke));
    this.now = { rank, until: Math.max(...ends), out };
    return true;
  }

  #stop() {
    const { out, until } = this.now;
    if (out && this.context.currentTime < until) out.gain.setTargetAtTime(0, this.context.currentTime, FADE);
    this.now = { rank: -1, until: 0, out: null };
  }
}

/** The sounds of this page; a window has one voice. */
export const sounds = new Sounds();

/** One stroke of a sound: a note, or the tap of a card; returns when it ends. */
function strike(context, out, { at, pitch, long, noise }) {
  const begin = context.currentTime + at;
  const shape = new GainNode(context, { gain: 0 });
  shape.gain.setValueAtTime(0, begin);
  shape.gain.linearRampToValueAtTime(1, begin + 0.006);
  shape.gain.exponentialRampToValueAtTime(0.001, begin + long);
  shape.connect(out);
  const source = noise ? new AudioBufferSourceNode(context, { buffer: rustle(context) }) : new OscillatorNode(context, { frequency: pitch });
  if (noise) source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.9 })).connect(shape);
  else source.connect(shape);
  source.start(begin);
  source.stop(begin + long);
  return begin + long;
}

/** The same short noise each time. */
function rustle(context) {
  const buffer = new AudioBuffer({ length: Math.ceil(context.sampleRate * 0.06), sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  let mark = 1;
  for (let at = 0; at < samples.length; at += 1) {
    mark = (Math.imul(mark, 1_103_515_245) + 12_345) >>> 0;
    samples[at] = mark / 2 ** 31 - 1;
  }
  return buffer;
}

/** Which sound these messages make at a table of these players, in any game; empty for none. */
export function soundOf(messages, names) {
  const told = messages.filter(({ other }) => !other);
  if (told.some(({ kind, phase }) => kind === "PHASE" && phase === "results")) return "end";
  const moves = told.filter(({ kind, source, target }) => kind === "MOVE" && source !== target);
  const dealt = moves.filter(({ source, target }) => names.includes(target) && !names.includes(source));
  if (new Set(dealt.map(({ target }) => target)).size > 1) return "deal";
  return moves.length || told.some(({ kind }) => kind === "TURN") ? "play" : "";
}
