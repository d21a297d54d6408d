/** The rules of a title: a search that leaves only the sections in which something stands, and marks it there. */

import "../common/language.js";
import { element } from "../common/page.js";

const MARK = "sought";

const book = element("rulebook", HTMLElement);
const seek = element("seek", HTMLInputElement);
const found = element("found", HTMLElement);
const contents = element("contents", HTMLDetailsElement);
const wide = matchMedia("(min-width: 901px)");

/** Show what has the text in it; nothing sought shows everything. */
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
 * Give every place of a section where a text stands.
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
 * Make letters alike that somebody types alike: small, ё as е, and é as e. Each stays one letter.
 * @param {string} text
 */
function plain(text) {
  return [...text].map((letter) => letter.toLowerCase().normalize("NFD")[0] ?? letter).join("");
}

/** Somebody who follows a link wants to see where it leads, whatever was sought before. */
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
if (seek.value) search(); // a browser may have kept it
