/* The own hand: sorted, to be clicked, walked through with the arrow keys, or dragged. */

import { useApp } from "cardkit/app";
import { isShown, Mark, Picture } from "cardkit/cards";
import { cardName } from "cardkit/i18n";
import { faceOf, isStuck, named, placeOf, playable, selectable, unseenAt, withCards } from "cardkit/moves";
import { marksAt } from "cardkit/seats";
import { sorted } from "cardkit/state";
import { html, useLayoutEffect, useRef, useState } from "cardkit/view";

const FAR = 8;

export function Hand({ play }) {
  const { t, handOrder, layout } = useApp();
  const { view, moves, selection } = play;
  const place = layout(view.stage);
  const [focus, setFocus] = useState("");
  const cards = named(sorted(view.hand, view, handOrder(view)));
  const any = playable(moves);
  const fits = selectable(moves, selection);
  const more = fits.size || withCards(moves, selection).length ? fits : any;
  useFocus(cards, focus);
  if (view.seat === null || !cards.length) {
    return html`<section class="hand empty" data-pile=${view.names[view.seat] ?? null}></section>`;
  }
  const current = cards.includes(focus) ? focus : cards[0];
  const style = { "--n": String(cards.length), "--half": String(Math.ceil(cards.length / 2)) };
  return html`<section class=${cards.length > 12 ? "hand many" : "hand"} style=${style} role="group"
    aria-label=${t("Your hand")} data-pile=${view.names[view.seat]}>
    ${cards.map(
      (id) => html`<${Held} key=${id} id=${id} play=${play}
      focused=${id === current} focus=${setFocus}
      state=${stateOf(id, play, any, more, isStuck(moves, place))} />`,
    )}
  </section>`;
}

/** When the card with the keyboard's focus is played, its neighbour has it. */
function useFocus(cards, focus) {
  const before = useRef([]);
  useLayoutEffect(() => {
    const at = before.current.indexOf(focus);
    before.current = cards;
    if (at < 0 || cards.includes(focus) || document.activeElement !== document.body) return;
    document.querySelectorAll(".held")[Math.min(at, cards.length - 1)]?.focus();
  }, [cards.join()]);
}

function stateOf(id, { selection }, any, more, stuck) {
  if (selection.includes(id)) return "selected";
  if (!any.size && !stuck) return "";
  if (!any.has(faceOf(id))) return "dull";
  return more.has(faceOf(id)) ? "good" : "";
}

/** Whether a hint has named this card. */
function isAdvised(id, { advised = "" }) {
  return named(advised.split(" ").slice(1)).includes(id);
}

function Held({ id, play, focused, focus, state }) {
  const { state: known, declaration, language, t, texts } = useApp();
  const { view } = play;
  const card = faceOf(id);
  const drag = useDrag(id, play);
  const place = isShown(card) ? 0 : placeOf(id, view.hand);
  const unseen = place ? unseenAt(play.moves, place) : undefined;
  const whole = unseen ?? (known.oneTap ? play.whole?.(id) : undefined);
  const click = ({ detail }) => {
    const second = state === "selected" && detail ? play.whole(id) : undefined; // a key lays it back
    const move = detail ? (whole ?? second) : unseen;
    if (drag.clicked()) move ? play.do(move) : play.toggle(id);
  };
  const dull = state === "dull" && !unseen;
  const mark = place ? marksAt(view, view.seat, declaration)[place - 1] ?? "" : "";
  const advised = unseen ? unseen.text === play.advised : isAdvised(id, play);
  const why = place ? ` ${place} ${mark}`.trimEnd() : dull ? `, ${t("cannot be played now")}` : "";
  return html`<button type="button" class="held ${unseen ? "good" : state}${advised ? " advised" : ""}"
    data-card=${isShown(card) ? card : null} data-at=${view.names[view.seat]} data-say=${whole?.text}
    tabindex=${focused ? 0 : -1} aria-pressed=${String(state === "selected")}
    aria-label=${cardName(card, language, declaration, texts) + why + (advised ? `, ${t("the robot’s choice")}` : "")}
    onFocus=${() => focus(id)} onClick=${click}
    ...${drag.handlers}><${Picture} card=${card} /><${Mark} text=${mark} /></button>`;
}

/** A card follows the pointer; dropped on the table it is played. */
function useDrag(id, play) {
  const from = useRef(null);
  const dragged = useRef(false);
  const end = (event) => {
    const element = event.currentTarget;
    element.classList.remove("dragged");
    element.style.translate = "";
    from.current = null;
  };
  return {
    clicked: () => !dragged.current,
    handlers: {
      onPointerDown(event) {
        dragged.current = false;
        if (event.button !== 0) return;
        from.current = [event.clientX, event.clientY];
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        if (!from.current) return;
        const [x, y] = [event.clientX - from.current[0], event.clientY - from.current[1]];
        if (!dragged.current && Math.hypot(x, y) < FAR) return;
        if (!dragged.current) {
          dragged.current = true;
          event.currentTarget.classList.add("dragged");
        }
        event.currentTarget.style.translate = `${x}px ${y}px`;
      },
      onPointerUp(event) {
        const moved = dragged.current;
        end(event);
        if (!moved) return;
        const felt = document.querySelector(".felt")?.getBoundingClientRect();
        if (felt && event.clientY < felt.bottom && event.clientY > felt.top) play.drop(id);
      },
      onPointerCancel: end,
    },
  };
}
