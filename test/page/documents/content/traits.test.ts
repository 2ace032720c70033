import { expect, it } from 'vitest';
import { traitsOf } from '../../../../core/page/documents/content/tags';

const traitsOfClass = (names: string): number => traitsOf({ name: 'div', attribs: { class: names } });

it.each(['md:hidden', 'group-hover/sidebar:block', '[.sidebar-open_&]:p-2 [grid-area:1/1]', 'print:hidden lg:sticky'])(
  'ignores the conditional classes "%s"',
  (names) => expect(traitsOfClass(`p-2 ${names}`)).toBe(traitsOfClass('p-2')),
);

it('reads the other classes of such an element', () =>
  expect(traitsOfClass('md:flex sidebar')).toBe(traitsOfClass('sidebar')));
