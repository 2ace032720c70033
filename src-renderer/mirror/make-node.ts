import type { MirrorNode } from '../../core/common/live';

const svgNamespace = 'http://www.w3.org/2000/svg';
const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

/** SVG element names that contain upper-case letters. */
const svgNames = new Map(
  (
    'clipPath feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap ' +
    'feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology ' +
    'feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject linearGradient radialGradient textPath'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

// A form field that has the same name as a form method shadows that method. Methods are therefore called through
// their prototypes.
const { setAttribute, removeAttribute } = Element.prototype;

/** Creates a node for insertion into `parent`, without its children. Undefined if the DOM rejects the node's name. */
export function makeNode(parent: Node, { tag, text = '', attributes = {}, svg }: MirrorNode): Node | undefined {
  const document = parent.ownerDocument ?? (parent as Document);
  if (tag === undefined) return document.createTextNode(text);
  try {
    const namespace = svg ? svgNamespace : tag === 'math' || isMath(parent) ? mathNamespace : undefined;
    const name = svg ? (svgNames.get(tag) ?? tag) : tag;
    const made = namespace ? document.createElementNS(namespace, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) putAttribute(made, key, value);
    if (tag === 'style') made.textContent = text;
    if (tag === 'textarea') made.textContent = attributes.value ?? '';
    if (tag === 'iframe') putAttribute(made, 'sandbox', 'allow-same-origin');
    return made;
  } catch {
    return undefined;
  }
}

/** Sets an attribute, or removes it if `value` is null. Skips names that the DOM rejects. */
export function putAttribute(element: Element, name: string, value: string | null): void {
  try {
    if (value === null) removeAttribute.call(element, name);
    else if (!hidesProperty(element, name, value)) setAttribute.call(element, name, value);
  } catch {
    // The DOM rejects some attribute names that the HTML parser accepts.
  }
}

/** True for a field whose `id` would shadow a property of the form, e.g. `parentNode`. */
const hidesProperty = (element: Element, name: string, value: string): boolean =>
  name === 'id' && value in HTMLFormElement.prototype && ('form' in element || element.nodeName === 'IMG');

const isMath = (parent: Node): boolean => (parent as Element).namespaceURI === mathNamespace;
