/** A function that tells how far the view of an element's document is from the view of the page, for scripts in the page. */
export const frameOffset = `(element) => {
  let x = 0, y = 0;
  for (let frame = element.ownerDocument.defaultView.frameElement; frame; frame = frame.ownerDocument.defaultView.frameElement) {
    const outer = frame.getBoundingClientRect();
    x += outer.x + frame.clientLeft;
    y += outer.y + frame.clientTop;
  }
  return { x, y };
}`;
