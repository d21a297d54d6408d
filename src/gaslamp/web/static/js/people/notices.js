/** Notices of turns while no page is open. The browser asks for permission only after a click. */

import { closest, focus, post, Refused } from "../common/page.js";

const section = document.getElementById("notices"); // none if the server sends no notices
const problem = section?.querySelector(".problem");
const receiving = new Set(section?.dataset.receiving?.split(" "));

if (section && problem) {
  if ("PushManager" in window && navigator.serviceWorker) {
    section.addEventListener("click", click);
    void isReceiving().then(show);
  } else problem.textContent = section.dataset.unsupported ?? "";
}

/** @param {boolean} on */
function show(on) {
  for (const button of section?.querySelectorAll("[data-receive]") ?? []) {
    button.toggleAttribute("hidden", button.getAttribute("data-receive") === (on ? "yes" : "no"));
  }
}

/** Return true if this browser has a subscription that belongs to the visitor. */
async function isReceiving() {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? receiving.has(await hash(subscription.endpoint)) : false;
}

/** @param {Event} event */
async function click(event) {
  const button = closest(event, "[data-receive]");
  if (!(button instanceof HTMLButtonElement) || !section || !problem) return;
  const on = button.dataset.receive === "yes";
  problem.textContent = "";
  button.disabled = true;
  try {
    if (on && (await Notification.requestPermission()) !== "granted") {
      problem.textContent = section.dataset.refused ?? "";
      return;
    }
    await (on ? subscribe(section.dataset.key ?? "") : withdraw());
    show(on);
    focus(/** @type {HTMLElement} */ (section.querySelector(`[data-receive=${on ? "no" : "yes"}]`)));
  } catch (error) {
    problem.textContent = (error instanceof Refused && error.message) || (section.dataset.failed ?? "");
  } finally {
    button.disabled = false;
  }
}

/** @param {string} applicationServerKey */
async function subscribe(applicationServerKey) {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may have the key of another server
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = made.toJSON();
  await post("/notices", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

async function withdraw() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (!subscription) return;
  await post("/notices/withdraw", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/** @param {string} text */
async function hash(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
