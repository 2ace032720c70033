import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { AppError, cssSelector, type Document, defineFormat, z } from '../../core/contract/plugin';

const selectors = z
  .array(
    z.strictObject({
      selector: cssSelector.describe('CSS selector that matches the elements.'),
      attribute: z.string().min(1).describe('Name of the attribute to read.'),
    }),
  )
  .min(1)
  .describe('Elements, and the attributes to read from them.');

/** `attributes`: values of the named attributes of selected elements. */
export default defineFormat({
  id: 'attributes',
  summary: 'Values of chosen attributes, by CSS selector.',
  needs: ['dom'],
  ofFile: () => [],
  versions: ['v2'],
  options: z.object({ selectors }),
  derive: ({ dom }, { options }) =>
    options.selectors.map(({ selector, attribute }) => ({
      selector,
      attribute,
      values: valuesOf(dom, selector, attribute),
    })),
});

/** Returns attribute values in page order. Throws BAD_REQUEST for an invalid selector. */
function valuesOf(dom: Document, selector: string, attribute: string): string[] {
  try {
    return selectAll<AnyNode, Element>(selector, dom).flatMap(({ attribs }) => {
      return attribs[attribute.toLowerCase()] ?? attribs[attribute] ?? [];
    });
  } catch (thrown) {
    throw new AppError('BAD_REQUEST', `"${selector}" is not a CSS selector: ${(thrown as Error).message}`);
  }
}
