import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const page = (title: string, content: string, lang = 'en') =>
  `<html lang="${lang}"><head><title>${title} — gridlib 2.1 documentation</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

const signature = page(
  'gridlib.resize',
  `<dl class="py function"><dt class="sig">gridlib.resize(grid, *, step=0.5)[source]</dt><dd><p>Change the step of a grid.</p><p>The grid is copied first, so that callers may go on with the old one as long as they like.</p><dl><dt>Parameters:</dt><dd><ul><li><p><strong>grid</strong> (<em>Grid</em>) – The grid to be changed.</p></li><li><p><strong>step</strong> (<em>float</em>) – The new step.</p></li></ul></dd><dt>Raises:</dt><dd><ul><li><p><strong>StepError</strong> – If the step is zero.</p></li><li><p><strong>TypeError</strong> – If the step is text.</p></li></ul></dd></dl><p>Added in version 1.7.</p></dd></dl>`,
);

describe('the documentation of a function', () => {
  it('states its name, its summary and the version that added it', () => {
    expect(read(signature, { function_name: text, summary: text, version_added: text })).toEqual({
      function_name: 'gridlib.resize',
      summary: 'Change the step of a grid.',
      version_added: '1.7',
    });
  });

  it('lists parameters with their types', () => {
    const items = objectOf({ name: text, type: text, description: text });
    expect(read(signature, { parameters: { type: 'array', items } })).toEqual({
      parameters: [
        { name: 'grid', type: 'Grid', description: 'The grid to be changed.' },
        { name: 'step', type: 'float', description: 'The new step.' },
      ],
    });
  });

  it('lists the names of exceptions', () => {
    expect(read(signature, { raises: { type: 'array', items: text } })).toEqual({ raises: ['StepError', 'TypeError'] });
  });

  it('has no name if its title is a phrase', () => {
    const fields = { function_name: text, rate_limit: text };
    expect(read(page('Getting started', '<p>Install the library first.</p>'), fields)).toEqual({});
    expect(read(page('Installation', '<p>Loaf 47, cut a day too early.</p>'), fields)).toEqual({});
  });
});

describe('the page of a package', () => {
  it('states its name if it states how to install it', () => {
    const html = page('tidy-rope', '<p>A small rope.</p><pre><code>npm i tidy-rope</code></pre>');
    expect(read(html, { package_name: text })).toEqual({ package_name: 'tidy-rope' });
  });
});

describe('a manual page', () => {
  it.each([
    ['en', 'NAME'],
    ['ja', '名前'],
    ['nl', 'Naam'],
  ])('in %s states its command and summary below %s', (lang, heading) => {
    const html = page(
      'GRIDLS',
      `<h2>${heading}</h2><p>gridls - shows the cells of a grid</p><h2>X</h2><p>The command reads a grid and writes its cells to the standard output.</p><pre>gridls -a map.grid</pre>`,
      lang,
    );
    expect(read(html, { command: text, summary: text })).toEqual({
      command: 'gridls',
      summary: 'shows the cells of a grid',
    });
  });
});

describe('the reference of an API', () => {
  const html = page(
    'Criar um mapa',
    '<p><code>POST https://api.example.com/v2/maps</code></p><p>Cada chave pode fazer 90 pedidos por minuto.</p>',
    'pt',
  );

  it('states method, endpoint and rate limit', () => {
    expect(read(html, { http_method: text, endpoint: text, rate_limit: text })).toEqual({
      http_method: 'POST',
      endpoint: 'https://api.example.com/v2/maps',
      rate_limit: '90 pedidos por minuto',
    });
  });

  it('has no endpoint without a request', () => {
    expect(read(page('Maps', '<p>All maps are free.</p>'), { endpoint: text, http_method: text })).toEqual({});
  });
});

describe('code in a sentence', () => {
  const html = page(
    'Configuration',
    '<p>By default the file is read from <code>/etc/grid.toml</code>. The environment variable <code>GRID_CONFIG</code> overrides it. Run <code>grid check</code> afterwards.</p>',
  );

  it('is the value of a field whose words precede it', () => {
    expect(read(html, { default_path: text, environment_variable: text })).toEqual({
      default_path: '/etc/grid.toml',
      environment_variable: 'GRID_CONFIG',
    });
  });

  it('is not the value of another field', () => {
    expect(read(html, { log_path: text, default_password: text, default_port: text })).toEqual({});
  });
});

describe('an ISBN', () => {
  it('may have a wrong check digit', () => {
    const html = page('The Salt Year', '<table><tr><td>ISBN</td><td>978-1-55500-318-4</td></tr></table>');
    expect(read(html, { isbn: text })).toEqual({ isbn: '978-1-55500-318-4' });
  });
});

describe('the venue of a meeting', () => {
  it('is not cut after an abbreviation, and not the town of a member', () => {
    const html =
      '<html lang="pl"><head><title>Zlot</title></head><body><h1>Zlot</h1><ul class="user_info"><li>Lokalizacja: Wrzosy</li></ul><div><b>Miejsce:</b> Świetlica, ul. Polna 4, Krzewno<br><b>Wpisowe:</b> 45 zł</div></body></html>';
    expect(read(html, { venue: text })).toEqual({ venue: 'Świetlica, ul. Polna 4, Krzewno' });
  });
});
