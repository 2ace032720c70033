import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { findElements, textOf } from '../../../../core/page/extraction/rules/page/text-of';

const sentence = 'The cordless drill drives screws into wood and metal, and its motor is quiet and lasts long.';
const description = `<p>${sentence}</p><p>${sentence.replace('drill', 'tool')}</p><p>The battery charges in less than an hour, and a lamp lights the place where you work.</p>`;
const data = '<ul><li>Voltage: 18 V</li><li>Torque: 60 Nm</li><li>Weight: 1.3 kg</li></ul>';
const menu = '<nav><ul><li><a href="/">Home</a></li><li><a href="/tools">Tools</a></li></ul></nav>';
const isHeading = ({ name }: { readonly name: string }) => /^h\d$/.test(name);
const tabs = (panels: Readonly<Record<string, string>>, isBootstrap = false) => {
  const entries = Object.entries(panels);
  const tab = (label: string, at: number) =>
    isBootstrap
      ? `<li><a data-toggle="tab" href="#p${at}">${label}</a></li>`
      : `<li><button role="tab" id="t${at}" aria-controls="p${at}">${label}</button></li>`;
  const panel = (html: string, at: number) =>
    isBootstrap
      ? `<div class="tab-pane fade" id="p${at}">${html}</div>`
      : `<div role="tabpanel" id="p${at}" aria-labelledby="t${at}"${at === 0 ? '' : ' hidden'}>${html}</div>`;
  return `<ul class="nav nav-tabs" role="tablist">${entries.map(([label], at) => tab(label, at)).join('')}</ul><div class="tab-content">${entries.map(([, html], at) => panel(html, at)).join('')}</div>`;
};
const select = (inner: string) => {
  const html = `<html><head><title>Cordless drill</title></head><body>${menu}<main><h1>Cordless drill</h1>${inner}</main></body></html>`;
  return selectContent(parseDocument(html), {
    url: 'https://shop.example/drill',
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
  });
};
const headingsOf = (inner: string) => findElements(select(inner).root, isHeading).map((one) => [one.name, textOf(one)]);

describe('the panels of a tab group', () => {
  it.each([false, true])('are content, below the labels of their tabs (Bootstrap: %s)', (isBootstrap) => {
    const page = tabs({ Description: description, 'Technical data': data }, isBootstrap);
    expect(textOf(select(page).root)).toContain('Torque: 60 Nm');
    expect(headingsOf(page)).toEqual([
      ['h1', 'Cordless drill'],
      ['h2', 'Description'],
      ['h2', 'Technical data'],
    ]);
  });

  it('keep their own headings', () => {
    const page = tabs({ Description: `<h2>About the drill</h2>${description}`, Data: data });
    expect(headingsOf(page)).toEqual([
      ['h1', 'Cordless drill'],
      ['h2', 'About the drill'],
      ['h2', 'Data'],
    ]);
  });

  it('with only code have their labels as lines', () => {
    const page = tabs({ npm: '<pre>npm install drill</pre>', Yarn: '<pre>yarn add drill</pre>' });
    const { root } = select(`${description}${page}${description}`);
    const text = textOf(root);
    expect(text).toMatch(/npm npm install drill Yarn yarn add drill/);
    expect(findElements(root, isHeading)).toHaveLength(1);
  });

  it('do not include related links, which a warning reports', () => {
    const links = ['Hammer', 'Saw', 'Ladder'].map((name) => `<li><a href="/${name}">${name} for your home</a></li>`);
    const page = tabs({ Description: description, Accessories: `<ul>${links.join('')}</ul>`, Data: data });
    const { root, warnings } = select(page.replace('id="p1"', 'id="p1" class="related"'));
    expect(textOf(root)).toContain('Torque: 60 Nm');
    expect(textOf(root)).not.toContain('Ladder');
    expect(warnings).toEqual([
      '1 tab panel is omitted from the main content. Set "onlyMainContent": false to include it.',
    ]);
  });
});
