/** Says that it is my turn where it is seen from elsewhere: the title, the little lamp, and a notification if wanted. */

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
 * Show whether it is my turn; a notification comes when it becomes so and nobody looks.
 * @param {boolean} now
 */
export function showTurn(now) {
  const text = button.dataset.turn ?? "";
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
    // some phones allow notifications to service workers alone: the title says it too
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
