/** Who sits where: each seat with its name, whoever has it, whether they are there and whether it is their turn. */

import { element, make } from "./page.js";

/** @typedef {import("./wire.js").Seat} Seat */

export const seats = element("seats", HTMLElement);

/** @param {Seat[]} all */
export function showSeats(all) {
  seats.replaceChildren(...all.map(item));
}

/** @param {Seat} seat */
function item({ seat, label, name, kind, present, acting }) {
  const made = make("li", ["seat", kind, present ? "present" : "", acting ? "acting" : ""].filter(Boolean).join(" "));
  made.dataset.seat = seat;
  made.append(make("b", "", label ?? name));
  if (label) made.append(make("span", "by", name));
  const words = [present ? seats.dataset.present : seats.dataset.away, acting ? seats.dataset.acting : ""];
  made.append(make("span", "hidden", words.filter(Boolean).join(", ")));
  made.title = [label ?? name, label ? name : "", ...words].filter(Boolean).join(", ");
  return made;
}
