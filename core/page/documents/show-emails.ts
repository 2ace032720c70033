import { type Element, isTag, Text } from 'domhandler';

/** Attribute with the encoded email address of an element. */
export const EMAIL_ATTRIBUTE = 'data-cfemail';
/** Path of the links and placeholders that Cloudflare puts in place of email addresses. */
const PROTECTED = /\/cdn-cgi\/l\/email-protection(?:#([0-9a-f]{6,}))?$/i;

/** Returns the encoded email address of an element, if any. */
export function encodedEmail({ name, attribs }: Pick<Element, 'name' | 'attribs'>): string | undefined {
  if (attribs[EMAIL_ATTRIBUTE] !== undefined) return attribs[EMAIL_ATTRIBUTE];
  return name === 'a' && attribs.href?.includes('/cdn-cgi/') ? PROTECTED.exec(attribs.href)?.[1] : undefined;
}

/** Decodes the email addresses that Cloudflare has encoded, as Cloudflare's script does in a browser. */
export function showEmails(elements: readonly Element[]): void {
  for (const element of elements) {
    const email = decoded(encodedEmail(element) ?? '');
    if (email === undefined) continue;
    if (element.name === 'a') element.attribs = { ...element.attribs, href: `mailto:${email}` };
    if (isPlaceholder(element)) element.children = [textIn(element, email)];
  }
}

/** True for an element whose text is Cloudflare's placeholder. A link may have its own text, which is kept. */
const isPlaceholder = ({ attribs, children }: Element): boolean =>
  attribs[EMAIL_ATTRIBUTE] !== undefined && !children.some(isTag);

function textIn(parent: Element, data: string): Text {
  const text = new Text(data);
  text.parent = parent;
  return text;
}

/** Decodes hexadecimal bytes that were XORed with the first byte. */
function decoded(hex: string): string | undefined {
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex');
  const text = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8');
  return /^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined;
}
