import { type Document, type Element, isTag } from 'domhandler';
import { textContent } from 'domutils';
import { parseJson } from '../../../../common/values/json';
import { elementsIn, findElements } from '../page/text-of';

/** The data of a JSON document and the element that contains its source. */
export interface JsonDocument {
  readonly data: unknown;
  readonly node: Element;
}

/** Returns the data of a document that consists of JSON or JSON lines. Undefined for any other document. */
export function jsonDocument(document: Document): JsonDocument | undefined {
  const [body] = findElements(document, ({ name }) => name === 'body', 1);
  const [pre, ...others] = elementsIn(body ?? document);
  const [code] = pre?.name === 'pre' ? elementsIn(pre) : [];
  if (!code || others.length > 0 || code.attribs.class !== 'language-json') return undefined;
  if (pre?.children.some((child) => !isTag(child) && textContent(child).trim() !== '')) return undefined;
  const text = textContent(code).replace(/^\uFEFF/, '');
  const data = parseJson(text) ?? parseLines(text);
  return data === undefined ? undefined : { data, node: code };
}

function parseLines(text: string): readonly unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(parseJson);
  return values.length > 1 && values.every((value) => value !== undefined) ? values : undefined;
}
