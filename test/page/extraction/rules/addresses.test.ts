import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const addressIn = (content: string) =>
  readByRules(
    `<html lang="en"><head><title>Contact</title></head><body><main><h1>Contact us</h1>${content}<p>We bake every morning, also on Sundays.</p></main></body></html>`,
    { schema: objectOf({ address: { type: 'string' } }) },
  ).data;

describe('an address element', () => {
  it.each([
    [
      '<address><strong>Harbour Bakery</strong><br>12 Quay Street<br>Bristol BS1 4DJ<br><a href="tel:+441171234567">0117 123 4567</a></address>',
      '12 Quay Street, Bristol BS1 4DJ',
    ],
    [
      '<address>Gasthaus Zur Linde<br>Familie Huber<br>Hauptstraße 5<br>83646 Bad Tölz<br>Tel. 08041 12345<br><a href="mailto:info@linde.example">info@linde.example</a></address>',
      'Hauptstraße 5, 83646 Bad Tölz',
    ],
    [
      '<address>Rowe &amp; Sons<br>Suite 400<br>55 Main Street<br>Austin, TX 78701<br>USA</address>',
      'Suite 400, 55 Main Street, Austin, TX 78701, USA',
    ],
    [
      '<address><strong>Mairie de Vallon</strong><br>3 place de l’Église<br>07150 Vallon<br>Tél. : 04 75 00 11 22</address>',
      '3 place de l’Église, 07150 Vallon',
    ],
    [
      '<div class="address"><b>Northgate Dental Ltd</b><br>Unit 4, 18 Mill Lane<br>Leeds LS1 4AB<br>Tel. 0113 496 0000</div>',
      'Unit 4, 18 Mill Lane, Leeds LS1 4AB',
    ],
    ['<address>12 Quay Street, Bristol BS1 4DJ</address>', '12 Quay Street, Bristol BS1 4DJ'],
    [
      '<div class="address">Harbour Bakery<br>12 Quay Street<br>Bristol BS1 4DJ<br>Mon–Fri 7:00–18:00</div>',
      '12 Quay Street, Bristol BS1 4DJ',
    ],
  ])('has no name, phone or email address: %s', (content, address) => expect(addressIn(content)).toEqual({ address }));

  it('without a number is not an address', () =>
    expect(addressIn('<address>By <a rel="author" href="/jane">Jane Roe</a></address>')).toEqual({}));
});
