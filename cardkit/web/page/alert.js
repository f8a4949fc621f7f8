/* A sign that it is one's turn, for who looks at something else: a notification where the person
   and the browser allow it, or else the title of the window; and a mark at the app. */

const BLINK = 1_000;
const SIGNS = ["▶", "▷"];

/** Why this browser shows no notifications of this page; empty if it can. */
export function whyNoAlerts() {
  if (!isSecureContext) return "Notifications need https://. The title of the window says when it is your turn.";
  if (!("Notification" in globalThis))
    return "This browser shows no notifications of this page. The title of the window says when it is your turn.";
  if (Notification.permission === "denied")
    return "This browser was told to show no notifications of this page; its settings for this site can allow them. The title of the window says when it is your turn.";
  return "";
}

/** Ask the person, by the browser; whether notifications may be shown. Only after a click. */
export async function allowAlerts() {
  if (whyNoAlerts()) return false;
  return (await Notification.requestPermission().catch(() => "denied")) === "granted";
}

/** One sign at a time. */
export class TurnAlert {
  constructor() {
    this.begun = "";
    this.close = null;
  }

  /** A turn is told once, by its key; `notify` is what a notification says, or null for none. */
  begin(key, title, notify) {
    if (this.begun === key) return;
    this.end();
    this.begun = key;
    navigator.setAppBadge?.(1).catch(() => null);
    const may = notify && !whyNoAlerts() && Notification.permission === "granted";
    this.close = may ? show(title, notify) : blink(title);
  }

  /** The turn is over, or the person is here. */
  end() {
    if (!this.close) return;
    this.close();
    this.close = null;
    navigator.clearAppBadge?.().catch(() => null);
  }
}

function show(title, { body, tag }) {
  const how = { body, tag, icon: "/icon-192.png", data: location.href };
  try {
    const shown = new Notification(title, how);
    shown.onclick = () => {
      focus();
      shown.close();
    };
    return () => shown.close();
  } catch {
    return showByWorker(title, how); // on phones a page may not do so itself
  }
}

function showByWorker(title, how) {
  const worker = navigator.serviceWorker?.ready;
  const shown = worker?.then((ready) => ready.showNotification(title, how)).catch(() => null);
  return async () => {
    await shown;
    const open = (await worker)?.getNotifications({ tag: how.tag }) ?? [];
    for (const each of await open) each.close();
  };
}

/** The sign in the title of the window comes and goes. */
function blink(title) {
  const before = document.title;
  const base = before.startsWith(SIGNS[0]) ? before : `${SIGNS[0]} ${title} · ${before}`;
  const other = base.replace(...SIGNS);
  document.title = base;
  const timer = setInterval(() => {
    document.title = document.title === base ? other : base;
  }, BLINK);
  return () => {
    clearInterval(timer);
    if ([base, other].includes(document.title)) document.title = before;
  };
}
