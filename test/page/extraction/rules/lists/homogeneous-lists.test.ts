import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

/** Reads the list `name` from a page with the given content. Returns its entries. */
const listed = (name: string, content: string, description = ''): unknown =>
  readByRules(
    `<html lang="en"><head><title>Old quay</title></head><body><main><h1>Old quay</h1><p>The house at the quay opened again in spring.</p>${content}</main></body></html>`,
    { schema: objectOf({ [name]: { type: 'array', items: { type: 'string' }, description } }) },
  ).data;

it('reads the choices of radio buttons instead of the prompt beside their title', () =>
  expect(
    listed(
      'colors',
      '<form><div><div>Color <span>None selected</span> *</div><div><label><input type=radio name=c value=1><span>Navy</span></label><label><input type=radio name=c value=2><span>Sand</span></label></div></div></form>',
    ),
  ).toEqual({ colors: ['Navy', 'Sand'] }));

it('reads all options if some swatches have no text', () =>
  expect(
    listed(
      'colors',
      '<table><tr><th><label for=c>Color</label></th><td><select id=c><option value=1>Navy</option><option value=2>Rust</option><option value=3>Sand</option></select><div><a href="#1">Navy</a> <a href="#2"><img src="/r.png"></a> <a href="#3">Sand</a></div></td></tr></table>',
    ),
  ).toEqual({ colors: ['Navy', 'Rust', 'Sand'] }));

it('reads the items that a paragraph below a heading offers', () =>
  expect(
    listed(
      'workspace_types',
      '<h2>Workspace</h2><p>Flexible spaces that fit your business and its needs. Quiet suites, individual desks and meeting rooms are offered. Scale up or down as your needs change.</p><p><a href="/more">Learn more</a></p>',
    ),
  ).toEqual({ workspace_types: ['Quiet suites', 'individual desks', 'meeting rooms'] }));

it('does not read paragraphs as a list', () =>
  expect(
    listed(
      'workspace_types',
      '<h2>Workspace</h2><p>Flexible spaces that fit your business and its needs. Scale up or down as your needs change, at any time of the year, in summer or in winter.</p><p><a href="/more">Learn more</a></p>',
    ),
  ).toEqual({}));

it('reads the list below the heading that the description names', () =>
  expect(
    listed(
      'served_places',
      '<h3>Trusted in the whole valley</h3><ul><li>Arden</li><li>Brook</li><li>Corran</li></ul><h3>Hours</h3><p>Open daily.</p>',
      'Towns listed under Trusted in the whole valley',
    ),
  ).toEqual({ served_places: ['Arden', 'Brook', 'Corran'] }));

it('reads the titles below their kind, and titles of the same level between them', () =>
  expect(
    listed(
      'teacher_resources',
      '<div><p>Teacher resource</p><h3>Lesson plans</h3><p>Explore</p></div><div><p>Teacher resources</p><h3>Maps: rivers</h3></div><div><h3>Songs</h3></div><div><p>Teacher resource</p><h3>Games</h3></div>',
    ),
  ).toEqual({ teacher_resources: ['Lesson plans', 'Maps: rivers', 'Songs', 'Games'] }));

it('reads bold paragraphs as headings of an article without headings, and no heading above the title', () => {
  const text = '<p>Directors say that the year brought many changes to the way people work at the quay.</p>';
  expect(
    readByRules(
      `<html lang="en"><head><title>Old quay</title></head><body><div><div><h2>Guides</h2><p>x</p></div><h1>Old quay</h1>${text}<p><b>First steps</b></p>${text}<p><b>Next year</b></p>${text}</div></body></html>`,
      { schema: objectOf({ section_headings: { type: 'array', items: { type: 'string' } } }) },
    ).data,
  ).toEqual({ section_headings: ['First steps', 'Next year'] });
});
