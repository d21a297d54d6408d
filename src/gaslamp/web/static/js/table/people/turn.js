/** Signals the player's turn in the page title, the icon and, if enabled, a notification. */

import { element } from "../../common/page.js";

const KEPT = "notify";
const button = element("notify", HTMLButtonElement);
const lamp = document.querySelector("link[rel=icon]");
const title = document.title;
const away = lamp?.getAttribute("href") ?? "";
let mine = false;

/** @returns {boolean} */
function wanted() {
  return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(KEPT) === "yes";
}

function showButton() {
  button.hidden = !("Notification" in window);
  button.setAttribute("aria-pressed", String(wanted()));
}

/**
 * Update the signal. Notifies when the turn starts, or a rematch is offered, while the page is hidden.
 * @param {boolean} turn
 * @param {boolean} [rematch]
 */
export function showTurn(turn, rematch = false) {
  const now = turn || rematch;
  const text = (rematch ? element("rematch", HTMLElement).dataset.mark : button.dataset.turn) ?? "";
  document.title = now ? `● ${text} · ${title}` : title;
  lamp?.setAttribute("href", now ? (button.dataset.lamp ?? away) : away);
  if (now && !mine && document.hidden && wanted()) notify(text);
  mine = now;
}

/** @param {string} text */
function notify(text) {
  try {
    const shown = new Notification(text, { body: title, tag: location.pathname, icon: away });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
    });
  } catch {
    // some phones allow notifications only from service workers
  }
}

button.addEventListener("click", async () => {
  const on = button.getAttribute("aria-pressed") !== "true";
  const allowed = on && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(KEPT, allowed ? "yes" : "no");
  showButton();
  if (on && !allowed) button.title = button.dataset.refused ?? "";
});

showButton();
