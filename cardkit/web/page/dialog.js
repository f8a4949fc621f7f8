/* A window over the page; Escape closes it, and the keyboard stays inside. */

import { useApp } from "cardkit/app";
import { html, useEffect, useRef } from "cardkit/view";

/** `text`: there is more to read than to press, so that the keys have to scroll it. */
export function Dialog({ title, close, wide = false, text = false, children }) {
  const { t } = useApp();
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => before?.focus?.();
  }, []);
  const outside = (event) => event.target === box.current && close();
  return html`<dialog ref=${box} class=${wide ? "wide" : ""} onClose=${close} onClick=${outside}
    aria-labelledby="dialog-title">
    <header><h2 id="dialog-title">${title}</h2>
      <button type="button" class="quiet" aria-label=${t("Close")} onClick=${close}>✕</button>
    </header>
    <div class="content" tabindex=${text ? "0" : null}>${children}</div>
  </dialog>`;
}
