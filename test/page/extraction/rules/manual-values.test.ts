import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const page = (lang: string, content: string) =>
  `<html lang="${lang}"><head><title>windmesser</title></head><body><main><h1>windmesser</h1><p>Das Programm liest die Aufzeichnungen eines Windmessers und schreibt sie als Tabelle.</p>${content}</main></body></html>`;
const records = (properties: Readonly<Record<string, unknown>>) => ({ type: 'array', items: objectOf(properties) });
const text = { type: 'string' };

describe('a page of a manual', () => {
  it('has parameters in a table with a column for required ones', () => {
    const html = page(
      'fr',
      '<h2>Paramètres</h2><table><tr><th>Nom</th><th>Type</th><th>Obligatoire</th><th>Description</th></tr><tr><td>station</td><td>string</td><td>oui</td><td>Code de la station</td></tr><tr><td>limit</td><td>integer</td><td>non</td><td>Nombre de lignes</td></tr></table>',
    );
    const parameters = records({ name: text, type: text, required: { type: 'boolean' }, description: text });
    expect(readByRules(html, { schema: objectOf({ parameters }) }).data).toEqual({
      parameters: [
        { name: 'station', type: 'string', required: true, description: 'Code de la station' },
        { name: 'limit', type: 'integer', required: false, description: 'Nombre de lignes' },
      ],
    });
  });

  it('has error codes in a table whose first header is unknown', () => {
    const html = page(
      'es',
      '<h2>Errores</h2><table><tr><th>Cód.</th><th>Significado</th></tr><tr><td>404</td><td>La estación no existe</td></tr><tr><td>429</td><td>Demasiadas peticiones</td></tr></table>',
    );
    const error_codes = records({ code: { type: 'number' }, meaning: text });
    expect(readByRules(html, { schema: objectOf({ error_codes }) }).data).toEqual({
      error_codes: [
        { code: 404, meaning: 'La estación no existe' },
        { code: 429, meaning: 'Demasiadas peticiones' },
      ],
    });
  });

  it('has exit codes in a table without headers', () => {
    const html = page(
      'de',
      '<h2>Rückgabewerte</h2><table><tr><td>0</td><td>Erfolg</td></tr><tr><td>1</td><td>Datei fehlt</td></tr><tr><td>2</td><td>Falsche Option</td></tr></table>',
    );
    const exit_status = records({ code: { type: 'number' }, meaning: text });
    expect(readByRules(html, { schema: objectOf({ exit_status }) }).data).toEqual({
      exit_status: [
        { code: 0, meaning: 'Erfolg' },
        { code: 1, meaning: 'Datei fehlt' },
        { code: 2, meaning: 'Falsche Option' },
      ],
    });
  });

  it.each([
    ['de', 'Siehe auch', 'see_also'],
    ['it', 'Contenuto della confezione', 'box_contents'],
    ['pl', 'W programie:', 'agenda'],
  ])('has a list in %s below %s', (lang, heading, name) => {
    const html = page(
      lang,
      `<p><b>${heading}</b></p><ul><li>Erstes Stück</li><li>Zweites Stück</li></ul><p>Nach der Liste folgt noch ein ganzer Absatz, der von etwas anderem handelt als die Liste.</p><div><ul><li>9 Personen gefällt das</li></ul></div>`,
    );
    expect(readByRules(html, { schema: objectOf({ [name]: { type: 'array', items: text } }) }).data).toEqual({
      [name]: ['Erstes Stück', 'Zweites Stück'],
    });
  });

  it.each([
    ['it', 'Temperatura di esercizio', 'operating_temperature', '-10 … 50 °C'],
    ['nl', 'Frequentie', 'frequency', '868 MHz'],
    ['es', 'Salida y llegada', 'starting_point', 'plaza Mayor'],
    ['sv', 'Standardvärde', 'default', 'ms'],
  ])('has a value in %s labelled %s', (lang, label, name, value) => {
    const html = page(lang, `<p>${label}: ${value}<br>Version: 2.1</p>`);
    expect(readByRules(html, { schema: objectOf({ [name]: text }) }).data).toEqual({ [name]: value });
  });

  it('has no email in its code', () => {
    const html = page('en', '<pre><code>mail_to = "builds@farm.example"\nname = "night"</code></pre>');
    expect(readByRules(html, { schema: objectOf({ support_email: text }) }).data).toEqual({});
  });
});
