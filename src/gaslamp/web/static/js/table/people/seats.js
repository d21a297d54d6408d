/** List of seats with name, player, presence and turn. */

import { draw, element, make } from "../../common/page.js";

/** @import { TableSeat } from "../../wire.d.ts" */

// Cogwheel icon: marks bots where there is no room for names.
const COG =
  "M10.4 2h3.2l.5 2.6 1.9.8 2.2-1.5 2.3 2.3-1.5 2.2.8 1.9 2.6.5v3.2l-2.6.5-.8 1.9 1.5 2.2-2.3 2.3-2.2-1.5-1.9.8-.5 " +
  "2.6h-3.2l-.5-2.6-1.9-.8-2.2 1.5-2.3-2.3 1.5-2.2-.8-1.9-2.6-.5v-3.2l2.6-.5.8-1.9-1.5-2.2 2.3-2.3 2.2 1.5 1.9-.8z" +
  "M12 8.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2z";

export const seats = element("seats", HTMLElement);

/** @param {TableSeat[]} all */
export function showSeats(all) {
  seats.replaceChildren(...all.map(item));
}

export function clearSeats() {
  seats.replaceChildren();
}

/** @param {TableSeat} seat */
function item({ seat, label, name, kind, present, acting, hints, lost }) {
  const made = make("li", ["seat", kind, present ? "present" : "", lost ? "lost" : "", acting ? "acting" : ""].filter(Boolean).join(" "));
  made.dataset.seat = seat;
  if (kind === "bot") made.append(draw("svg", { class: "machine", viewBox: "0 0 24 24" }, [draw("path", { d: COG })]));
  made.append(make("b", "", label), make("span", "by", name));
  if (lost) {
    const note = make("span", "gone", seats.dataset.lost ?? "");
    note.setAttribute("aria-hidden", "true"); // repeated below for screen readers
    made.append(note);
  }
  const given = hints ? (seats.dataset.hints ?? "").replace("{n}", String(hints)) : "";
  if (hints) made.append(make("span", "hints", String(hints)));
  const there = present ? seats.dataset.present : lost ? seats.dataset.lost : seats.dataset.away;
  const words = [there, acting ? seats.dataset.acting : "", given];
  made.append(make("span", "hidden", words.filter(Boolean).join(", ")));
  made.title = [label, name, ...words].filter(Boolean).join(", ");
  return made;
}
