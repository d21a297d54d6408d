/** Rules page: a search that shows only matching sections and highlights the matches. */

import "../common/language.js";
import { element } from "../common/page.js";

const MARK = "sought";

const book = element("rulebook", HTMLElement);
const seek = element("seek", HTMLInputElement);
const found = element("found", HTMLElement);
const contents = element("contents", HTMLDetailsElement);
const wide = matchMedia("(min-width: 901px)");

/** Show the sections that contain the text; all sections if the field is empty. */
function search() {
  const sought = plain(seek.value.trim());
  const marks = [];
  let count = 0;
  for (const section of book.querySelectorAll("section")) {
    const ranges = sought ? places(section, sought) : [];
    const here = !sought || ranges.length > 0;
    section.toggleAttribute("hidden", !here);
    contents.querySelector(`a[href="#${section.id}"]`)?.parentElement?.toggleAttribute("hidden", !here);
    if (ranges.length) count += 1;
    marks.push(...ranges);
  }
  found.textContent = !sought ? "" : count ? (found.dataset.some ?? "").replace("{number}", String(count)) : (found.dataset.none ?? "");
  if ("highlights" in CSS) CSS.highlights.set(MARK, new Highlight(...marks));
}

/**
 * Return a Range for every match in a section.
 * @param {Element} section
 * @param {string} sought
 */
function places(section, sought) {
  const ranges = [];
  const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = plain(node.nodeValue ?? "");
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + sought.length);
      ranges.push(range);
    }
  }
  return ranges;
}

/**
 * Normalise for searching: lower case, ё as е, no accents. The length does not change.
 * @param {string} text
 */
function plain(text) {
  return [...text].map((letter) => letter.toLowerCase().normalize("NFD")[0] ?? letter).join("");
}

/** Clear a search that hides the target of a link. */
function arrive() {
  const there = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!there?.closest("section")?.hidden) return;
  seek.value = "";
  search();
  there.scrollIntoView();
}

contents.open = wide.matches;
wide.addEventListener("change", () => (contents.open = wide.matches));
contents.addEventListener("click", (event) => {
  if (!wide.matches && event.target instanceof HTMLAnchorElement) contents.open = false;
});
seek.addEventListener("input", search);
addEventListener("hashchange", arrive);
if (seek.value) search(); // the browser may restore the field
