import type { Document, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElements } from '../../../core/page/extraction/rules/page/text-of';
import { chooseGroup } from '../../../core/page/records/choose-group';
import { Shapes } from '../../../core/page/records/shape';
import type { SimilarRecords } from '../../../core/page/records/similar';
import { everydayListings } from './everyday-listings';
import { furtherListings } from './further-listings';
import { laterListings } from './later-listings';
import { listings } from './listings';

/** Returns the elements of a page that have the given mark. */
const marked = (page: Document, name: string): readonly Element[] =>
  findElements(page, ({ attribs }) => attribs[name] !== undefined);

/** Returns the record numbers in a group, and `+` for each element that is not a record. */
const numbersOf = (group: SimilarRecords | undefined): string =>
  (group?.records ?? [])
    .map((record) => {
      const numbers = new Set(record.map(({ attribs }) => attribs['data-r'] ?? '+'));
      return [...numbers].join('&');
    })
    .join(' ');

const truthOf = (page: Document): string => {
  const numbers = marked(page, 'data-r').map(({ attribs }) => attribs['data-r']);
  return [...new Set(numbers)].join(' ');
};

describe.each([...listings, ...furtherListings, ...laterListings, ...everydayListings])('$name', ({ html, wider }) => {
  const page = parseDocument(html);
  it(`is found by one click on any part of any record${wider ? ', or by Wider after it' : ''}`, () => {
    const shapes = new Shapes();
    const picks = marked(page, 'data-p').filter((pick) => {
      for (let up: Element | null = pick; up; up = up.parent as Element | null) if (up.attribs?.['data-r']) return true;
      return false;
    });
    const levels = wider ? [0, 1] : [0];
    const found = (pick: Element, level: number) =>
      numbersOf(chooseGroup({ picks: [pick], without: [], level }, shapes)?.group);
    const wrong = picks.filter((pick) => !levels.some((level) => found(pick, level) === truthOf(page)));
    const [first] = wrong;
    expect([wrong.length, first && `${first.attribs['data-p']}: ${found(first, 0)}`]).toEqual([0, undefined]);
  });
});
