import type { Element } from 'domhandler';
import { findAll } from 'domutils';
import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../../core/page/documents/content/select-content';
import { stylesOf } from '../../../../../core/page/documents/content/styles/style-rules';
import { parseHtml } from '../../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../../plugins/formats/markdown/convert';
import { paragraph } from '../pages';

/** Returns the IDs of the elements hidden by the rules of a page. */
function hiddenIn(style: string, body: string, media = ''): readonly string[] {
  const { document } = parseHtml(`<html><head><style${media}>${style}</style></head><body>${body}</body></html>`);
  const styles = stylesOf(document);
  return findAll((element: Element) => styles.hides(element), document.children).map(({ attribs }) => attribs.id ?? '');
}

const box = '<div class="box"><p id="a" class="note small no-js-note" data-kind="sort">1</p></div>';

describe('style rules that hide an element', () => {
  it.each([
    ['a class', '.note{display:none}'],
    ['an ID', '#a{display:none}'],
    ['a descendant', '.box .note{display:none}'],
    ['a child', 'div.box > p{display:none}'],
    ['a compound', 'p.note.small{display:none}'],
    ['the class of a message to readers without scripts', '.no-js-note{display:none}'],
    ['one of several ancestors', ':is(.old, .box) > .note{display:none}'],
    ['an attribute', '[data-kind="sort"]{display:none}'],
    ['an attribute with a comma', '[data-kind="sort"], [title="a,b"]{visibility:hidden}'],
    ['a list', '.x, .note , .y{display:none}'],
    ['a negation', 'p:not(.big){display:none}'],
    ['a later rule', '.note{display:block} .small{display:none}'],
    ['a more specific rule', '.box .note{display:none} .note{display:block}'],
    ['an important rule', '.note{display:none!important} #a{display:block}'],
    ['a rule for screens', '@media only screen{.note{display:none}}'],
    ['a rule for wide screens', '@media screen and (min-width:64em){.note{display:none}}'],
    ['a rule for a range of widths', '@media (900px<=width<=100em){.note{display:none}}'],
    ['a rule for one of two media', '@media print, (width>30em){.note{display:none}}'],
    ['a rule for screens that are not narrow', '@media not all and (max-width:600px){.note{display:none}}'],
    ['a rule for a mouse', '@media (hover:hover) and (pointer:fine){.note{display:none}}'],
    ['a rule that phones undo', '.note{display:none} @media (max-width:640px){.note{display:block}}'],
    ['a rule that other devices undo', '.note{display:none} @media (hover:none) or (width<20em){.note{display:block}}'],
    ['a rule that a preference undoes', '.note{display:none} @media (prefers-contrast:more){.note{display:block}}'],
    ['a rule for browsers with grids', '@supports (display:grid) and (gap:1px){.note{display:none}}'],
    ['a rule beside a rule for other places', '.note{display:none} .shop .small{display:block}'],
    ['a rule in a layer', '@layer base{.note{display:none}}'],
    ['a rule after comments', '/* .no{} */ @import "x.css"; .note{display:block;display:none}'],
    ['a nested rule', '.box{color:red; .note{display:none} margin:0}'],
    ['a nested child', '.box{& > p{display:none}}'],
    ['a nested child without an ampersand', '.box{> p{display:none}}'],
    ['a nested compound', '.note{&.small{display:none}}'],
    ['a nested list', '.x,.box{.y,.note{display:none}}'],
    ['a nested ancestor', '.note{.box &{display:none}}'],
    ['a nested ancestor of a tag', 'p{.box &{display:none}}'],
    ['rules nested twice', 'div{&.box{.note{visibility:hidden}}}'],
    ['a nested rule for screens', '.note{@media screen{display:none}}'],
    ['a declaration after a nested rule', '.note{b{color:red} display:none}'],
    ['a rule after braces in a string', '.x::before{content:"{"} .note{display:none}'],
    ['an unclosed rule', '}}}{{{} .x{display:block} .note{display:none'],
  ])('match by %s', (_, style) => expect(hiddenIn(style, box)).toEqual(['a']));

  it.each([
    ['it is for print', '@media print{.note{display:none}}'],
    ['it applies to some widths', '@media (max-width:600px){.note{display:none}}'],
    ['it applies to medium widths', '@media (min-width:40em) and (max-width:60em){.note{display:none}}'],
    ['it applies above the width', '@media (width > 1280px){.note{display:none}}'],
    ['it depends on the height', '@media (min-height:700px){.note{display:none}}'],
    ['it applies to no screen', '@media not screen{.note{display:none}}'],
    ['it is for dark mode', '@media (prefers-color-scheme:dark){.note{display:none}}'],
    ['old browsers need it', '@supports not (display:flex){.note{display:none}}'],
    ['it depends on support', '@supports (x:y){.note{display:none}}'],
    ['it is a step of an animation', '@keyframes x{p{visibility:hidden}}'],
    ['a later rule shows the element', '.note{display:none} .small{display:block}'],
    ['a more specific rule shows the element', '.box .note{display:block} .note{display:none}'],
    ['an important rule shows the element', '.box .note{display:none} p{display:block!important}'],
    ['another state shows the element', '.note{display:none} .note.open{display:flex}'],
    ['another state shows the tag', '.box p{display:none} .box p.active{display:block}'],
    ['hovering shows the element', '.note{display:none} .box:hover .note{display:block}'],
    ['wide screens show the element', '.note{display:none} @media (min-width:9em){.note{display:block}}'],
    ['it is for a state', '.note:hover{display:none}'],
    ['it is for closed parts', '.box:not(.open) .note{display:none}'],
    ['it is for one of several closed parts', ':is(.box, .tab-pane) .note{display:none}'],
    ['it is for pages with scripts', '.js .note{display:none} .no-js p{display:none}'],
    ['it is for the whole page', 'body{visibility:hidden}'],
    ['it is for the back of a card', '.note{backface-visibility:hidden}'],
    ['a nested rule is for print', '.note{@media print{display:none}}'],
    ['a nested rule applies to some widths', '.note{color:red;@media (max-width:600px){display:none}}'],
    ['a nested rule is for a state', '.note{&:hover{display:none}}'],
    ['a nested rule shows the element', '.note{display:none;&.small{display:block}}'],
    ['a nested rule is for an element inside', '.note{color:red;.small{display:none}}'],
    ['a nested rule is for another element', '.card{.note{display:none}}'],
    ['it matches another element', '.box .box .note{display:none} .box + .note{display:none}'],
  ])('do not apply when %s', (_, style) => expect(hiddenIn(style, `<div class="js no-js">${box}</div>`)).toEqual([]));

  it('yield to an inline style unless important', () => {
    const body = '<p id="a" class="note" style="display:block">1</p>';
    expect(hiddenIn('.note{display:none}', body)).toEqual([]);
    expect(hiddenIn('.note{display:none !important}', body)).toEqual(['a']);
  });

  it('respect the media of their element', () => {
    expect(hiddenIn('.note{display:none}', box, ' media="print"')).toEqual([]);
    expect(hiddenIn('.note{display:none}', box, ' media="screen"')).toEqual(['a']);
  });

  it('match escaped class names', () => {
    const body = '<p id="a" class="hidden">1</p><p id="b" class="hidden md:block">2</p>';
    const style = String.raw`.hidden{display:none} @media (min-width:768px){.md\:block{display:block}}`;
    expect(hiddenIn(style, body)).toEqual(['a']);
  });
});

describe('style rules that clip an element', () => {
  const clipped = (style: string): boolean => {
    const { document } = parseHtml(`<html><head><style>${style}</style></head><body>${box}</body></html>`);
    return findAll((element: Element) => stylesOf(document).clips(element), document.children).length > 0;
  };

  it.each([
    'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)',
    'position:absolute!important;clip:rect(1px, 1px, 1px, 1px)',
    'clip:rect(0 0 0 0);clip-path:inset(50%);position:absolute',
    'position:absolute;clip-path:inset(100%)',
    'position:fixed;width:1px;height:1px;margin:-1px;overflow:hidden',
    'position:absolute;left:-9999px',
  ])('match %s', (style) => expect(clipped(`.box .note{${style}} .note:focus{position:static}`)).toBe(true));

  it.each([
    ['it only crops', '.note{position:absolute;clip:rect(0,60px,200px,0)}'],
    ['it keeps the position', '.note{clip:rect(0,0,0,0)}'],
    ['another rule undoes it', '.note{position:absolute;clip:rect(0,0,0,0)} .small{position:static;clip:auto}'],
    [
      'some widths undo it',
      '.note{position:absolute;clip-path:inset(50%)} @media (min-width:9em){.small{clip-path:none}}',
    ],
    ['it is for some widths', '@media (max-width:9em){.note{position:absolute;clip:rect(0,0,0,0)}}'],
  ])('do not match if %s', (_, style) => expect(clipped(style)).toBe(false));
});

describe('bounds of style rules', () => {
  it.each([
    ['the same subject', (at: number) => `.a${at} .b .c .d{display:none}`],
    ['many siblings', (at: number) => `p ~ .x${at} ~ p{display:none}`],
    ['any element', (at: number) => `:not(.e):not(.x${at}):not(.d){display:none}`],
    ['a long list', (at: number) => `${'.q,'.repeat(400)}.d${at}{display:none} .d${at}.z{display:block}`],
    ['nested rules', (at: number) => `.a${at}{.b{.c{.d{display:none}}}}`],
    ['rules nested in long lists', (at: number) => `.q${at}${',.q'.repeat(400)}{.x,.d &{display:none}}`],
    ['unclosed rules', (at: number) => `.a${at}{.d{display:none}`],
    ['clipping', (at: number) => `.a${at} .d{position:absolute;clip:rect(0,0,0,0)}`],
    ['spacing', (at: number) => `.a${at} .d{white-space:pre}`],
  ])('limit the CPU time of 5,000 rules for %s', (_, ruleOf) => {
    const rules = Array.from({ length: 5000 }, (_one, at) => ruleOf(at)).join('\n');
    const body = `${'<div class="b c">'.repeat(200)}${Array.from({ length: 20_000 }, (_one, at) => `<p class="d e u${at}">x\ny</p>`).join('')}`;
    const { document } = parseHtml(`<html><head><style>${rules}</style></head><body>${body}</body></html>`);
    const before = process.threadCpuUsage();
    const styles = stylesOf(document);
    for (const element of findAll(() => true, document.children)) {
      styles.hides(element);
      styles.clips(element);
      styles.keptSpacing(element);
    }
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});

describe('rules that preserve line breaks', () => {
  const post = 'My list:\n\ntwo ropes\none anchor\nthree lamps';
  const markdownOf = (style: string, html: string): string => {
    const text = [1, 2, 3].map(paragraph).join('');
    const page = `<html><head><style>${style}</style></head><body><main><article><h1>Harbour</h1>${text}${html}${paragraph(4)}</article></main></body></html>`;
    const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
    return toMarkdown(selectContent(parseHtml(page).document, { url: 'https://site.test/a', ...options }).root);
  };
  const LINES = /two ropes(?:\\| {2})?\n+one anchor(?:\\| {2})?\n+three lamps/;

  it.each(['pre', 'pre-wrap', 'pre-line', 'break-spaces'])('apply to a post with %s', (value) =>
    expect(
      markdownOf(
        `.posts .post-body{white-space:${value}}`,
        `<div class="posts"><div class="post-body">${post}</div></div>`,
      ),
    ).toMatch(LINES),
  );

  it('apply to elements inside', () =>
    expect(markdownOf('.post{white-space:pre-line}', `<div class="post"><p>${post}</p></div>`)).toMatch(LINES));

  it.each([
    ['another rule resets them', '.post{white-space:pre-line} .post p{white-space:normal}'],
    ['they are for print', '@media print{.post{white-space:pre-line}}'],
  ])('do not apply when %s', (_, style) =>
    expect(markdownOf(style, `<div class="post"><p>${post}</p></div>`)).toContain('two ropes one anchor'),
  );
});
