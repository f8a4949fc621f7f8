/* Whether somebody is still there: a gentle clock asks before the time is up, and a robot that plays
   for somebody gives the seat back. */

import { useApp } from "cardkit/app";
import { html, useEffect, useLayoutEffect, useState } from "cardkit/view";

const ASK = 20; // seconds before the time is up, or a third of it
const A_MOVE = 600; // within this a touch is seen to have been a move
const TOUCHES = ["keydown", "pointerdown"];

export function Presence({ play }) {
  const { session, state, t } = useApp();
  const { view, options } = state.table;
  const asked = useAsked(play, options);
  const played = view.seat !== null && view.status[view.seat] === "robot";
  const here = () => session.do("HERE");
  if (played)
    return html`<div class="presence" role="alert"><p>${t("A robot plays for you.")}</p>
      <button type="button" class="primary" data-here onClick=${here}>${t("I am back")}</button></div>`;
  if (!asked) return null;
  return html`<div class="presence" role="alert"><p>${t("Still there?")}</p>
    <button type="button" class="primary" data-here onClick=${asked}>${t("More time")}</button></div>`;
}

/** Once a game, shortly before the time is up: what says that one is there; any key or touch does, but
    for one that makes a move. */
function useAsked({ moves, view, table }, options) {
  const { session } = useApp();
  const { deadline, game } = view;
  const isMine = moves.length > 0 && options.gentle === true && Boolean(deadline);
  const turn = isMine ? `${table.table} ${game} ${deadline}` : "";
  const match = `${table.table} ${game}`;
  const [due, setDue] = useState("");
  const [had, setHad] = useState("");
  useEffect(() => {
    if (!turn || had === match) return undefined;
    const left = deadline - session.connection.serverTime() - Math.min(ASK, options.move / 3);
    const timer = setTimeout(() => {
      setDue(turn);
      session.attention?.callAgain();
    }, Math.max(0, left * 1_000));
    return () => clearTimeout(timer);
  }, [turn, had]);
  const shown = Boolean(turn) && due === turn && had !== match;
  const say = () => {
    setHad(match);
    return session.do("HERE");
  };
  // As it is drawn: a touch that comes at once is not missed.
  useLayoutEffect(() => {
    if (!shown) return undefined;
    let timer = 0;
    const touched = () => {
      clearTimeout(timer);
      timer = setTimeout(say, A_MOVE);
    };
    for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const touch of TOUCHES) removeEventListener(touch, touched, { capture: true });
    };
  }, [shown]);
  return shown ? say : null;
}
