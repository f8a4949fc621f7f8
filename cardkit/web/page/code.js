/* To come to a private table by its code, which is its name: typed, or pasted as a whole link. */

import { useApp } from "cardkit/app";
import { Refused } from "cardkit/connection";
import { html, useState } from "cardkit/view";

let kept = ""; // what was typed wrongly is there again to be mended

export function HaveCode() {
  const { session, t } = useApp();
  const [code, setCode] = useState(kept);
  const type = (event) => {
    kept = event.target.value;
    setCode(kept);
  };
  const go = async (event) => {
    event.preventDefault();
    try {
      await session.go("JOIN", tableIn(code));
      kept = "";
    } catch (refused) {
      const unknown = new Refused("NO_SUCH_CODE", t("There is no table with this code."));
      session.tell(refused.code === "NO_SUCH_TABLE" ? unknown : refused);
    }
  };
  return html`<form class="have-code" onSubmit=${go}>
    <label>${t("Have a code?")}
      <input value=${code} maxlength="200" autocomplete="off" autocapitalize="none" spellcheck=${false}
        placeholder="whist-k7m4x2q9" onInput=${type} /></label>
    <button disabled=${!tableIn(code)}>${t("Go to the table")}</button>
  </form>`;
}

/** The name of the table, however it was typed. */
export function tableIn(text) {
  const typed = text.normalize("NFKC").trim();
  const link = /(?:#table=|\/table\/)([^/?#]+)$/.exec(typed);
  return (link?.[1] ?? typed).toLowerCase().replace(/[\s\u2010-\u2015-]+/g, "-");
}
