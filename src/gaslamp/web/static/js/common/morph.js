/** Update an element in place, changing only what differs. The rest keeps its focus, scroll position and rendering. */

/**
 * Make *shown* equal to *wanted*. Returns the element that is then on the page.
 * @param {Element} shown in the document
 * @param {Element} wanted not in the document; its new nodes are moved
 * @returns {Element}
 */
export function morph(shown, wanted) {
  if (shown.isEqualNode(wanted)) return shown;
  if (shown.nodeName !== wanted.nodeName) {
    shown.replaceWith(wanted);
    return wanted;
  }
  copyAttributes(shown, wanted);
  updateChildren(shown, [...shown.childNodes], [...wanted.childNodes]);
  return shown;
}

/**
 * Copy all attributes. A details element that is open stays open.
 * @param {Element} shown
 * @param {Element} wanted
 */
function copyAttributes(shown, wanted) {
  for (const name of shown.getAttributeNames()) {
    if (!wanted.hasAttribute(name) && name !== "open") shown.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
}

/**
 * Replace the children. Equal nodes at the beginning and the end are not touched.
 * @param {Element} shown
 * @param {ChildNode[]} old
 * @param {ChildNode[]} fresh
 */
function updateChildren(shown, old, fresh) {
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
    if (before) updateNode(before, wanted);
    else shown.insertBefore(wanted, end);
  });
  for (const node of old.slice(fresh.length)) node.remove();
}

/**
 * @param {ChildNode} shown
 * @param {ChildNode} wanted
 */
function updateNode(shown, wanted) {
  if (shown instanceof Element && wanted instanceof Element) morph(shown, wanted);
  else if (shown instanceof Text && wanted instanceof Text) shown.data = wanted.data;
  else shown.replaceWith(wanted);
}
