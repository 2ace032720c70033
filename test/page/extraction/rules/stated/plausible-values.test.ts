import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('values that look right', () => {
  it('do not include the label of the next input in a form', () =>
    expect(
      read(
        `<title>Contatti – Studio Lago</title><h1>Contatti</h1><p>Siamo vicino alla stazione.</p>
        <form><div><label for="a">Nome</label><input id="a"></div><div><label for="b">Telefono</label><input id="b"></div></form>`,
        { name: text, phone: text },
      ),
    ).toEqual({ name: 'Studio Lago' }));
});
