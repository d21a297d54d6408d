/** Make what is on the page like what it should be, touching only what differs: all else keeps focus, scroll and drawing. */

/**
 * Make an element like another one, and give the element that is on the page then.
 * @param {Element} shown on the page
 * @param {Element} wanted not on the page; what is new of it is taken over
 * @returns {Element}
 */
export function morph(shown, wanted) {
  if (shown.isEqualNode(wanted)) return shown;
  if (shown.nodeName !== wanted.nodeName) {
    shown.replaceWith(wanted);
    return wanted;
  }
  dress(shown, wanted);
  fill(shown, [...shown.childNodes], [...wanted.childNodes]);
  return shown;
}

/**
 * Give an element the attributes of another; what somebody has unfolded stays so.
 * @param {Element} shown
 * @param {Element} wanted
 */
function dress(shown, wanted) {
  for (const name of shown.getAttributeNames()) {
    if (!wanted.hasAttribute(name) && name !== "open") shown.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
}

/**
 * Give an element other children; those that are the same at the beginning and at the end are not touched.
 * @param {Element} shown
 * @param {ChildNode[]} old
 * @param {ChildNode[]} fresh
 */
function fill(shown, old, fresh) {
  while (old[0] && fresh[0]?.isEqualNode(old[0])) {
    old.shift();
    fresh.shift();
  }
  let end = null;
  while (old.length && fresh.at(-1)?.isEqualNode(old.at(-1) ?? null)) {
    end = old.pop() ?? null;
    fresh.pop();
  }
  fresh.forEach((wanted, k) => {
    const before = old[k];
    if (before) turn(before, wanted);
    else shown.insertBefore(wanted, end);
  });
  for (const node of old.slice(fresh.length)) node.remove();
}

/**
 * @param {ChildNode} shown
 * @param {ChildNode} wanted
 */
function turn(shown, wanted) {
  if (shown instanceof Element && wanted instanceof Element) morph(shown, wanted);
  else if (shown instanceof Text && wanted instanceof Text) shown.data = wanted.data;
  else shown.replaceWith(wanted);
}
