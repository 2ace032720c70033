import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const product = (lang: string, offer: string) =>
  `<html lang="${lang}"><head><title>Kettle Alto</title></head><body><header><nav><a href="/">Home</a> <a href="/c">Cart (0)</a></nav></header><main><h1>Kettle Alto</h1><div class="buybox">${offer}<button>Add to cart</button></div><p>A steel kettle for two litres of water with a long spout and a wooden grip.</p></main><footer>Free delivery over 50</footer></body></html>`;
const page = (lang: string, content: string) =>
  `<html lang="${lang}"><head><title>Old quay</title></head><body><main><h1>Old quay</h1>${content}<p>The choir sings works by Bach in the old town church with a small orchestra.</p></main></body></html>`;

describe('the price of a product', () => {
  it.each([
    ['en', '<span class="price">$<span>24</span><sup>95</sup></span>', 24.95],
    ['de-CH', "<div class=p-x>CHF 1'249.–</div>", 1249],
    ['pt-BR', '<p class=valor>R$ 1.299,90 <small>em até 10x de R$ 129,99 sem juros</small></p>', 1299.9],
    ['pl', '<div><span class="old">Cena regularna: 1 499,00 zł</span><b>1 199,00 zł</b></div>', 1199],
    ['ja', '<div class="nedan">¥12,800<span>(税込)</span></div>', 12_800],
    ['en-IN', '<div><span>₹1,24,999</span> <del>₹1,49,999</del> 17% off</div>', 124_999],
    ['sv', '<div class=pris>1 295:-</div>', 1295],
    ['en', '<table><tr><th>Price</th><td>$0.0125 each</td></tr></table>', 0.0125],
    ['en', '<p>Was $80 – now only $59.99! You save $20.01</p>', 59.99],
    ['de', '<p>statt 89,90 € jetzt nur 59,90 € – Sie sparen 30 €</p>', 59.9],
    ['en', '<p>Shipping $5.00 · Price $20.00</p>', 20],
    ['ja', '<table><tr><th>価格</th><td>12万円</td></tr></table>', 120_000],
    ['es', '<p>899,00 € o 12 cuotas de 74,92 €</p>', 899],
    ['en', '<p>Save 25% today: $60 <s>$80</s></p>', 60],
    ['en', '<p>$240 or 12 payments of $20 with Klarna</p>', 240],
    ['en', '<p>$20/mo for 12 months, or $228 once</p>', 228],
    [
      'de',
      '<div class="preis"><span>39</span><span>,99</span>&nbsp;€ <em>inkl. MwSt.</em></div><div>UVP 49,99 €</div>',
      39.99,
    ],
    ['fr', '<div>3,49 €</div><div class=u>(6,98 € / kg)</div>', 3.49],
    ['id', '<div class="harga">Rp1.250.000</div>', 1_250_000],
    ['ar', '<div>١٬٢٩٩٫٥٠ ر.س</div>', 1299.5],
    ['ar', '<div class="price">12.500 د.ك</div>', 12.5],
    ['bn', '<div>৳১,২৫০</div>', 1250],
    ['es-PE', '<p>S/ 49.90</p>', 49.9],
    ['cs', '<strong>2 490 Kč</strong> <span>bez DPH 2 057,85 Kč</span>', 2490],
    ['de', '<span>100,00 € ohne MwSt.</span> <b>119,00 € inkl. MwSt.</b>', 119],
    ['en', '<span class=price>₹ 85 lakh</span>', 8_500_000],
    ['nl', '<span class=price>49<sup class=fraction>-</sup></span>', 49],
    ['fr', '<div><span>2<span>€</span>65</span><span>10,60 € / kg</span></div>', 2.65],
    ['en', '<div><span>$49.95</span><span>List price: <span>$59.95</span></span></div>', 49.95],
  ])('in %s is read from %s', (lang, offer, price) =>
    expect(readByRules(product(lang, offer), { schema: objectOf({ price: { type: 'number' } }) }).data).toEqual({
      price,
    }),
  );

  it.each([
    '<p>from <b>£8.50</b> per month for 24 months</p>',
    '<div class=price>Ask us</div><p>Shipping from $4.99</p>',
  ])('is not read from %s', (offer) =>
    expect(readByRules(product('en', offer), { schema: objectOf({ price: { type: 'number' } }) }).data).toEqual({}),
  );
});

describe('the currency of a price', () => {
  it.each([
    ['en-IN', '<p>Price: ₹ 2.5 lakh</p>', 'INR'],
    ['sv', '<div class=pris>1 299:-</div>', 'SEK'],
    ['ko', '<table><tr><th>가격</th><td>1만 5천원</td></tr></table>', 'KRW'],
    ['en', '<s>$89.00 USD</s><b>Now $64.50 USD</b>', 'USD'],
    ['en', '<div class=price>$20</div>', '$'],
  ])('in %s is read from %s', (lang, offer, currency) =>
    expect(
      readByRules(product(lang, offer), {
        schema: objectOf({ price: { type: 'number' }, currency: { type: 'string' } }),
      }).data,
    ).toMatchObject({ currency }),
  );
});

describe('availability', () => {
  it.each([
    ['en', 'Only 3 left'],
    ['de', 'Nur noch 3 Stück'],
    ['fr', 'Plus que 3 articles'],
    ['es', 'Quedan 3 unidades'],
    ['ja', '残り3点'],
  ])('in %s is read from %s', (lang, text) =>
    expect(
      readByRules(page(lang, `<p class="price">€20</p><p class="stock">${text}</p>`), {
        schema: objectOf({ availability: { enum: ['in_stock', 'out_of_stock'] } }),
      }).data,
    ).toEqual({ availability: 'in_stock' }),
  );
});

describe('the date below a headline', () => {
  it.each([
    ['hr', 'Objavljeno 14. ožujka 2025.'],
    ['fa', '۲۴ اسفند ۱۴۰۳'],
    ['bn', '১৪ মার্চ ২০২৫'],
    ['ar', 'نشر في ١٤ مارس ٢٠٢٥'],
    ['el', 'Δημοσίευση: 14 Μαρτίου 2025'],
    ['hu', 'Megjelent: 2025. március 14.'],
  ])('in %s is read from %s', (lang, text) =>
    expect(
      readByRules(page(lang, `<div>${text}</div>`), {
        schema: objectOf({ published: { type: 'string', format: 'date' } }),
      }).data,
    ).toEqual({ published: '2025-03-14' }),
  );
});

describe('a labelled date', () => {
  it.each([
    ['fr', 'Le dimanche 1er mars 2026 à 20h30', '2026-03-01'],
    ['de', 'Sonntag, den 1. März 2026, 20 Uhr', '2026-03-01'],
    ['ru', 'Дата: 7 июля 2026 г., 19:00', '2026-07-07'],
    ['ja', '日付：令和8年3月1日（日）', '2026-03-01'],
    ['zh', '日期：2026年3月1日', '2026-03-01'],
    ['ar', 'التاريخ: ٧ مارس ٢٠٢٦', '2026-03-07'],
    ['ko', '날짜: 2026. 3. 1.(일)', '2026-03-01'],
    ['fi', 'Päivä: la 5.9.2026 klo 18', '2026-09-05'],
    ['tr', 'Tarih: 5 Eylül 2026 Cumartesi', '2026-09-05'],
    ['sv', 'Datum: lördag den 5:e september 2026', '2026-09-05'],
    ['hu', 'Dátum: 2026. szeptember 5., szombat', '2026-09-05'],
    ['fa', 'تاریخ: ۱۴ شهریور ۱۴۰۵', '2026-09-05'],
  ])('in %s is read from %s', (lang, text, date) =>
    expect(
      readByRules(page(lang, `<p>${text}</p>`), { schema: objectOf({ date: { type: 'string', format: 'date' } }) })
        .data,
    ).toEqual({ date }),
  );
});

describe('the start of an event or job', () => {
  it.each([
    ['fa', 'تاریخ شروع: ۱۴۰۵/۰۶/۱۴'],
    ['tr', 'Başlangıç tarihi: 05.09.2026'],
    ['de', 'Eintritt: 05.09.2026'],
    ['fr', 'Prise de poste : 5 septembre 2026'],
    ['th', 'วันที่ 5 กันยายน 2569'],
  ])('in %s is read from %s', (lang, text) =>
    expect(
      readByRules(page(lang, `<p>${text}</p>`), {
        schema: objectOf({ startDate: { type: 'string', format: 'date' } }),
      }).data,
    ).toEqual({ startDate: '2026-09-05' }),
  );

  it('is not read from a label without a date', () =>
    expect(
      readByRules(page('de', '<p>Eintritt: ab sofort</p>'), {
        schema: objectOf({ startDate: { type: 'string', format: 'date' } }),
      }).data,
    ).toEqual({}));
});

describe('the duration of a visit', () => {
  it.each([
    ['en', '<p>Guided tours take 45 minutes and start at ten.</p>', '45 minutes'],
    ['de', '<p>Die Führungen dauern etwa 90 Minuten.</p>', '90 Minuten'],
    ['de', '<ul><li>Dauer: 5 Tage</li></ul>', '5 Tage'],
  ])('in %s is read from %s', (lang, html, duration) =>
    expect(readByRules(page(lang, html), { schema: objectOf({ duration: { type: 'string' } }) }).data).toEqual({
      duration,
    }),
  );
});

describe('a labelled number', () => {
  it.each([
    ['en', 'Weight', '2 ½ lb', 2.5],
    ['de', 'Höhe', '113 m', 113],
    ['de', 'Fläche', '217,33 km²', 217.33],
    ['ja', '人口', '1万2千', 12_000],
    ['en', 'Views', '1.2M', 1_200_000],
    ['en', 'Temperature', '−5 °C', -5],
  ])('in %s is read from %s: %s', (lang, label, text, value) =>
    expect(
      readByRules(page(lang, `<dl><dt>${label}</dt><dd>${text}</dd></dl>`), {
        schema: objectOf({ [label]: { type: 'number' } }),
      }).data,
    ).toEqual({ [label]: value }),
  );

  it('is read for an English key from a label in another language', () =>
    expect(
      readByRules(page('tr', '<dl><dt>Genişlik</dt><dd>24,8 m</dd></dl>'), {
        schema: objectOf({ width: { type: 'number' } }),
      }).data,
    ).toEqual({ width: 24.8 }));

  it.each([
    ['en', 'Raised', '£3m', 3_000_000],
    ['en', 'Budget', '$1.2–1.5 million', 1_200_000],
    ['ar', 'السكان', '٤٬٠٠٧٬٥٢٦', 4_007_526],
  ])('with a scale or other digits, in %s, is read from %s: %s', (lang, label, text, value) =>
    expect(
      readByRules(page(lang, `<dl><dt>${label}</dt><dd>${text}</dd></dl>`), {
        schema: objectOf({ [label]: { type: 'number' } }),
      }).data,
    ).toEqual({ [label]: value }),
  );

  it('is read for a key without accents', () =>
    expect(
      readByRules(page('de', '<table><tr><th>Fläche</th><td>217 km²</td></tr></table>'), {
        schema: objectOf({ flaeche: { type: 'number' } }),
      }).data,
    ).toEqual({ flaeche: 217 }));
});

describe('a list of strings', () => {
  it.each(['You may also like', 'Related recipes', 'Das könnte dir auch schmecken', 'À lire aussi'])(
    'ends before the heading %s',
    (heading) =>
      expect(
        readByRules(
          page(
            'en',
            `<h2>Steps</h2><ol><li>Cut the leeks.</li><li>Boil them.</li></ol><h3>${heading}</h3><ul><li><a href="/b">Bread</a></li><li><a href="/c">Cake</a></li></ul>`,
          ),
          { schema: objectOf({ steps: { type: 'array', items: { type: 'string' } } }) },
        ).data,
      ).toEqual({ steps: ['Cut the leeks.', 'Boil them.'] }),
  );
});

describe('facts on one line', () => {
  const read = (content: string, properties: Parameters<typeof objectOf>[0]) =>
    readByRules(page('en', content), { schema: objectOf(properties) }).data;
  const [text, integer, number, list] = [
    { type: 'string' },
    { type: 'integer' },
    { type: 'number' },
    { type: 'array', items: { type: 'string' } },
  ];

  it('are read from a book', () =>
    expect(
      read('<p>Paperback · 312 pages · Publisher: Oak Press · 4.3 out of 5 stars · 87 ratings</p>', {
        pages: integer,
        publisher: text,
        rating: number,
        ratingCount: integer,
      }),
    ).toEqual({ pages: 312, publisher: 'Oak Press', rating: 4.3, ratingCount: 87 }));

  it('are read from a hotel', () =>
    expect(
      read(
        '<p>★★★★</p><p><strong>8.7</strong>/10 · 1,203 reviews</p><ul class=amenities><li>Wi-Fi</li><li>Parking</li></ul>',
        {
          stars: integer,
          rating: number,
          reviewCount: integer,
          amenities: list,
        },
      ),
    ).toEqual({ stars: 4, rating: 8.7, reviewCount: 1203, amenities: ['Wi-Fi', 'Parking'] }));

  it('are read from a package', () =>
    expect(
      read('<p>Version 2.4.1, released 3 days ago · MIT · 12.3k ★ · 1,204,331 weekly downloads</p>', {
        version: text,
        license: text,
        stars: integer,
        weeklyDownloads: integer,
      }),
    ).toEqual({ version: '2.4.1', license: 'MIT', stars: 12_300, weeklyDownloads: 1_204_331 }));

  it('are read from a recipe and a job', () =>
    expect(
      read('<p>Serves 4 | 320 kcal per serving</p><p>$40k – $60k a year</p>', {
        calories: integer,
        salaryMin: number,
        salaryMax: number,
      }),
    ).toEqual({ calories: 320, salaryMin: 40_000, salaryMax: 60_000 }));

  it('are read after their names', () =>
    expect(
      read('<p>Now mild, feels like −8 °C. Humidity 81 %. Sunrise 08:12, sunset 15:38.</p>', {
        feelsLike: number,
        humidity: number,
        sunrise: text,
        windSpeed: number,
      }),
    ).toEqual({ feelsLike: -8, humidity: 81, sunrise: '08:12' }));

  it('are not the time of an event without a weekday', () =>
    expect(read('<p>From 12 May 2026, 14:05</p>', { startDate: { type: 'string', format: 'date' } })).toEqual({}));

  it('are read in brackets', () =>
    expect(read('<p>4.8 out of 5 (1,204 reviews)</p>', { rating: number, reviewCount: integer })).toEqual({
      rating: 4.8,
      reviewCount: 1204,
    }));

  it('are read from an event', () =>
    expect(
      read('<p>Saturday, 12 September 2026, 8:30 pm – 11 pm</p>', {
        startDate: { type: 'string', format: 'date' },
        startTime: text,
        endTime: text,
      }),
    ).toEqual({ startDate: '2026-09-12', startTime: '8:30 pm', endTime: '11 pm' }));

  it('are all authors and keywords of a paper', () =>
    expect(
      read(
        '<p class=authors><a>Ann Bell</a><sup>1</sup>, <a>Bo Cid</a><sup>1,2</sup> and <a>Cy Dee</a></p><p>Keywords: bees; dance; food</p>',
        { authors: list, keywords: list },
      ),
    ).toEqual({ authors: ['Ann Bell', 'Bo Cid', 'Cy Dee'], keywords: ['bees', 'dance', 'food'] }));

  it('are read from a restaurant, a country and a share', () =>
    expect(
      read(
        '<p>Italian · €€ · 4,6 ★ (312)</p><table><tr><th>Area</th><td>385,207 km² (148,729 sq mi)</td></tr><tr><th>Currency</th><td>Norwegian krone (NOK)</td></tr><tr><th>GDP</th><td>$485 billion</td></tr></table><p class=change>+1.24 (+0.88%)</p>',
        { rating: number, areaKm2: number, currency: text, gdp: number, changePercent: number },
      ),
    ).toEqual({ rating: 4.6, areaKm2: 385_207, currency: 'NOK', gdp: 485_000_000_000, changePercent: 0.88 }));

  it('are read from a life', () =>
    expect(
      read('<p>Ada Holm (born 5 May 1961 in Bergen) is a chemist.</p>', {
        birthDate: { type: 'string', format: 'date' },
        birthPlace: text,
      }),
    ).toEqual({ birthDate: '1961-05-05', birthPlace: 'Bergen' }));

  it('are not invented', () =>
    expect(
      read('<p>Page 3 of 5. Chapter 12/24. Call 10/10.</p><p>See version control · 3 stars</p>', {
        rating: number,
        reviewCount: integer,
        version: text,
        salaryMin: number,
        humidity: number,
      }),
    ).toEqual({}));
});

describe('a thread', () => {
  it('has the author of its first post', () => {
    const post = (author: string, text: string) =>
      `<div class=post><div class=author>${author}</div><div class=date>12 Feb 2026</div><div class=body>${text}</div></div>`;
    expect(
      readByRules(
        `<html><head><title>Pump</title></head><body><main><h1>Pump broken?</h1>${post('anna_k', 'My pump stopped. What can I do?')}${post('Bo', 'Check the fuse.')}</main></body></html>`,
        {
          schema: objectOf({
            author: { type: 'string' },
            replies: {
              type: 'array',
              items: objectOf({ author: { type: 'string' }, text: { type: 'string' } }),
            },
          }),
        },
      ).data,
    ).toEqual({ author: 'anna_k', replies: [{ author: 'Bo', text: 'Check the fuse.' }] });
  });
});
