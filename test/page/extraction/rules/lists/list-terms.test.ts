import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const texts = { type: 'array', items: { type: 'string' } };

/** Reads the list `name` from a page with the given content. Returns its entries. */
const listed = (name: string, content: string): unknown =>
  readByRules(
    `<html lang="en"><head><title>Lamp.js</title></head><body><main><h1>Lamp.js</h1><p>The library switches lamps by radio.</p>${content}</main></body></html>`,
    { schema: objectOf({ [name]: texts }) },
  ).data;

it('reads only the terms of a definition list', () =>
  expect(
    listed(
      'events',
      '<h2>Events</h2><p>Listen to these events with the function below.</p><dl><dt><code>on</code> <i>New</i></dt><dd>Fired when a lamp is switched on.</dd><dt><code>off</code></dt><dd>Fired when a lamp is switched off.</dd></dl>',
    ),
  ).toEqual({ events: ['on', 'off'] }));

it('reads only the names above paragraphs', () => {
  const entry = (name: string, text: string) =>
    `<div><div class="head"><code>${name}</code><code>string</code></div><div><p>${text}</p></div></div>`;
  expect(
    listed(
      'lamp_properties',
      `<h2>Lamp properties</h2>${entry('bulb', 'The kind of bulb that the lamp has by default.')}${entry('shade', 'The address of a picture that shows the shade.')}<h2>Notes</h2><p>Lamps need a radio.</p>`,
    ),
  ).toEqual({ lamp_properties: ['bulb', 'shade'] });
});

it('reads file names without their explanations', () =>
  expect(
    listed(
      'repository_files',
      '<h2>Repository files</h2><ul><li>README.md: Explain what the project does</li><li>CHANGES.md: List the changes of each release</li><li>OWNERS.yml: Names of the maintainers (example)</li></ul>',
    ),
  ).toEqual({ repository_files: ['README.md', 'CHANGES.md', 'OWNERS.yml'] }));

it('reads only the links after the label', () =>
  expect(
    listed(
      'tags',
      '<p>Posted in <a href="/lamps">lamps</a>. Tags: <a href="/t/lamps">lamps</a>, <a href="/t/radio">radio</a>, <a href="/t/home">home</a>.</p>',
    ),
  ).toEqual({ tags: ['lamps', 'radio', 'home'] }));

it('reads no names from the items of a menu', () =>
  expect(
    listed(
      'service_areas',
      '<nav><ul><li>Service Areas<ul><li>Main Menu</li><li>Corvallis</li></ul></li><li>Blog</li></ul></nav>',
    ),
  ).toEqual({}));
