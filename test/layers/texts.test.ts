import { globSync, readFileSync } from 'node:fs';
import { parse } from '@vue/compiler-sfc';
import { describe, expect, it } from 'vitest';

const files = globSync('src-renderer/**/*.vue').map((file) => file.replaceAll('\\', '/'));

/** Attributes whose values users see or hear. */
const read = /^(?:label|title|placeholder|alt|aria-label|aria-description|hint|sure|what|heading|message)$/;
/** Names, code and examples that are the same in every language. */
const alike =
  /^(?:Gleaner|npm start|GLEANER_API_KEY|export GLEANER_API_KEY=…|gleaner\/plugin|gleaner run NAME|Enter|Esc|JSON|CSV|openapi\.json|success: false|error|code|showSources|GET|POST|Chromium|kettles|prices\.jsonl|gl-…|(?:https?:\S*|(?:shop\.example|example\.com)\S*|\s)+)$/;
const isText = (text: string): boolean => /\p{L}{2,}/u.test(text) && !alike.test(text.trim());

/** The inspected properties of a template node. Type 1 is an element, 2 is text, and 6 is an unbound attribute. */
interface TemplateNode {
  readonly type: number;
  readonly content?: unknown;
  readonly props?: readonly {
    readonly type: number;
    readonly name: string;
    readonly value?: { readonly content: string };
  }[];
  readonly children?: readonly TemplateNode[];
}

function textsIn({ type, content, props = [], children = [] }: TemplateNode): string[] {
  if (type === 2) return isText(String(content)) ? [String(content).trim()] : [];
  const attributes = props.filter((one) => one.type === 6 && read.test(one.name) && isText(one.value?.content ?? ''));
  const own = attributes.map(({ name, value }) => `${name}="${value?.content}"`);
  return [...own, ...(type === 1 ? children : []).flatMap(textsIn)];
}

describe('the components', () => {
  it('hold no text of their own: it is in the catalogues', () => {
    const found = files.flatMap((file) => {
      const { template } = parse(readFileSync(file, 'utf8')).descriptor;
      return ((template?.ast?.children ?? []) as unknown as readonly TemplateNode[])
        .flatMap(textsIn)
        .map((text) => `${file}: ${text}`);
    });
    expect(found).toEqual([]);
  });
});
