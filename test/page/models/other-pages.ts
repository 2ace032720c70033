import {
  boxes,
  contactSchema,
  date,
  dl,
  heads,
  hoursSchema,
  lines,
  list,
  number,
  type OwnPage,
  personSchema,
  table,
  text,
} from './own-page';

/** Pages about people, contacts, opening hours, articles, reviews, key figures, products and recipes. */
export const otherPages: readonly OwnPage[] = [
  // People
  {
    name: 'a person in English',
    body: `<h1>Ada Byron</h1>${table({ Occupation: 'Mathematician', Born: '10 December 1915', 'Place of birth': 'London', Nationality: 'British' })}`,
    properties: personSchema,
    expected: {
      name: 'Ada Byron',
      role: 'Mathematician',
      birth_date: '1915-12-10',
      birth_place: 'London',
      nationality: 'British',
    },
  },
  {
    name: 'a person in German',
    body: `<h1>Anna Vogel</h1>${dl({ Beruf: 'Malerin', Geburtsdatum: '4. Mai 1961', Geburtsort: 'Linz', Staatsangehörigkeit: 'Österreich' })}`,
    properties: personSchema,
    expected: {
      name: 'Anna Vogel',
      role: 'Malerin',
      birth_date: '1961-05-04',
      birth_place: 'Linz',
      nationality: 'Österreich',
    },
  },
  {
    name: 'a person in Spanish',
    body: `<h1>Luz Moreno</h1>${lines({ Profesión: 'Actriz', 'Fecha de nacimiento': '2 de julio de 1980', 'Lugar de nacimiento': 'Lima', Nacionalidad: 'Peruana' })}`,
    properties: personSchema,
    expected: {
      name: 'Luz Moreno',
      role: 'Actriz',
      birth_date: '1980-07-02',
      birth_place: 'Lima',
      nationality: 'Peruana',
    },
  },
  {
    name: 'a person in Japanese',
    body: `<h1>山本花子</h1>${table({ 職業: '作家', 生年月日: '1975年8月9日', 出身地: '大阪', 国籍: '日本' })}`,
    properties: personSchema,
    expected: { name: '山本花子', role: '作家', birth_date: '1975-08-09', birth_place: '大阪', nationality: '日本' },
  },
  // Contacts
  {
    name: 'a contact page in English',
    body: `<h1>Harbour Books</h1>${lines({ Address: '3 Quay Street, Hull HU1 1AA', Phone: '+44 1482 555 010', Email: 'hello@harbour.example' })}`,
    properties: contactSchema,
    expected: {
      name: 'Harbour Books',
      phone: '+44 1482 555 010',
      email: 'hello@harbour.example',
      address: '3 Quay Street, Hull HU1 1AA',
    },
  },
  {
    name: 'a contact page in German',
    body: `<h1>Buchladen am Tor</h1>${dl({ Anschrift: 'Torgasse 5, 01067 Dresden', Telefon: '0351 / 555 23', 'E-Mail': 'post@tor.example' })}`,
    properties: contactSchema,
    expected: {
      name: 'Buchladen am Tor',
      phone: '0351 / 555 23',
      email: 'post@tor.example',
      address: 'Torgasse 5, 01067 Dresden',
    },
  },
  {
    name: 'a contact page in Italian',
    body: `<h1>Libreria Sole</h1><address>Via Roma 12, 20121 Milano</address><p>Tel. <a href="tel:+39025550199">+39 02 555 0199</a></p><p><a href="mailto:ciao@sole.example">Scrivici</a></p>`,
    properties: contactSchema,
    expected: {
      name: 'Libreria Sole',
      phone: '+39 02 555 0199',
      email: 'ciao@sole.example',
      address: 'Via Roma 12, 20121 Milano',
    },
  },
  {
    name: 'a contact page in Chinese',
    body: `<h1>海港书店</h1>${table({ 地址: '上海市黄浦区外滩1号', 电话: '021-5555 0123', 电子邮件: 'info@haigang.example' })}`,
    properties: contactSchema,
    expected: {
      name: '海港书店',
      phone: '021-5555 0123',
      email: 'info@haigang.example',
      address: '上海市黄浦区外滩1号',
    },
  },
  // Opening hours
  {
    name: 'opening hours in English',
    body: `<h1>Mill Café</h1>${table({ Monday: '8–17', Saturday: '9–16', Sunday: 'Closed' })}`,
    properties: hoursSchema,
    expected: { name: 'Mill Café', monday: '8–17', saturday: '9–16', sunday: 'Closed' },
  },
  {
    name: 'opening hours in German',
    body: `<h1>Mühlencafé</h1>${dl({ Montag: '8–18 Uhr', Samstag: '9–14 Uhr', Sonntag: 'geschlossen' })}`,
    properties: hoursSchema,
    expected: { name: 'Mühlencafé', monday: '8–18 Uhr', saturday: '9–14 Uhr', sunday: 'geschlossen' },
  },
  {
    name: 'opening hours in French',
    body: `<h1>Café du Moulin</h1>${boxes({ Lundi: '8h – 18h', Samedi: '9h – 13h', Dimanche: 'fermé' })}`,
    properties: hoursSchema,
    expected: { name: 'Café du Moulin', monday: '8h – 18h', saturday: '9h – 13h', sunday: 'fermé' },
  },
  {
    name: 'opening hours in Russian',
    body: `<h1>Кафе Мельница</h1>${table({ Понедельник: '9:00–20:00', Суббота: '10:00–18:00', Воскресенье: 'выходной' })}`,
    properties: hoursSchema,
    expected: { name: 'Кафе Мельница', monday: '9:00–20:00', saturday: '10:00–18:00', sunday: 'выходной' },
  },
  // Articles
  {
    name: 'an article in English',
    body: `<article><h1>Bees return to the city</h1><p class="byline">By Jane Doe</p><time datetime="2026-01-15">15 January 2026</time><p>More than forty hives stand on the roofs of the city this year, says the keepers’ club.</p></article>`,
    properties: { headline: text, author: text, published_at: date },
    expected: { headline: 'Bees return to the city', author: 'Jane Doe', published_at: '2026-01-15' },
  },
  {
    name: 'an article in German',
    body: `<article><h1>Bienen kehren zurück</h1><p>Von <a rel="author" href="/autor/ute">Ute Holm</a></p><p>Veröffentlicht am 15. Januar 2026</p><p>Mehr als vierzig Völker stehen in diesem Jahr auf den Dächern der Stadt, sagt der Verein.</p></article>`,
    properties: { headline: text, author: text, published_at: date },
    expected: { headline: 'Bienen kehren zurück', author: 'Ute Holm', published_at: '2026-01-15' },
  },
  {
    name: 'an article in Spanish with tags',
    body: `<article><h1>Vuelven las abejas</h1>${lines({ Autor: 'Marta Ruiz', Publicado: '15 de enero de 2026', Etiquetas: 'abejas, ciudad, miel' })}<p>Más de cuarenta colmenas están este año en los tejados de la ciudad, dice el club.</p></article>`,
    properties: { title: text, author: text, date_published: date, tags: list },
    expected: {
      title: 'Vuelven las abejas',
      author: 'Marta Ruiz',
      date_published: '2026-01-15',
      tags: ['abejas', 'ciudad', 'miel'],
    },
  },
  // Reviews
  {
    name: 'a review in English',
    body: `<h1>Kettle K2 review</h1>${dl({ Rating: '4.5 out of 5', Reviewer: 'Tom Fry' })}${heads({ Pros: ['Quiet', 'Quick'], Cons: ['Heavy'] })}`,
    properties: { title: text, rating: number, pros: list, cons: list },
    expected: { title: 'Kettle K2 review', rating: 4.5, pros: ['Quiet', 'Quick'], cons: ['Heavy'] },
  },
  {
    name: 'a review in German',
    body: `<h1>Wasserkocher K2 im Test</h1>${table({ Bewertung: '3,5 von 5' })}${heads({ Vorteile: ['Leise', 'Schnell'], Nachteile: ['Schwer', 'Teuer'] })}`,
    properties: { title: text, rating: number, pros: list, cons: list },
    expected: { title: 'Wasserkocher K2 im Test', rating: 3.5, pros: ['Leise', 'Schnell'], cons: ['Schwer', 'Teuer'] },
  },
  {
    name: 'a review in French',
    body: `<h1>Test : bouilloire K2</h1>${lines({ Note: '4 / 5' })}${heads({ 'Points forts': ['Silencieuse'], 'Points faibles': ['Lourde', 'Chère'] })}`,
    properties: { title: text, rating: number, pros: list, cons: list },
    expected: { title: 'Test : bouilloire K2', rating: 4, pros: ['Silencieuse'], cons: ['Lourde', 'Chère'] },
  },
  // Figures
  {
    name: 'figures of a country in English',
    body: `<h1>Norland</h1>${table({ Capital: 'Norburg', Population: '5.4 million', Area: '323,802 km²', Currency: 'EUR' })}`,
    properties: { name: text, capital: text, population: number, area: number, currency: text },
    expected: { name: 'Norland', capital: 'Norburg', population: 5400000, area: 323802, currency: 'EUR' },
  },
  {
    name: 'figures of a country in German',
    body: `<h1>Nordland</h1>${table({ Hauptstadt: 'Nordburg', Einwohnerzahl: '5.391.369', Fläche: '323.802 km²', Währung: 'Euro' })}`,
    properties: { name: text, capital: text, population: number, area: number, currency: text },
    expected: { name: 'Nordland', capital: 'Nordburg', population: 5391369, area: 323802, currency: 'EUR' },
  },
  {
    name: 'figures in Chinese',
    body: `<h1>北国</h1>${table({ 首都: '北城', 人口: '539万', 面积: '323802' })}`,
    properties: { name: text, capital: text, population: number, area: number },
    expected: { name: '北国', capital: '北城', population: 5390000, area: 323802 },
  },
  // Products and recipes
  {
    name: 'a product in Dutch that is sold out',
    body: `<h1>Eiken tafel</h1><p class="price">€ 1.299,00</p><p class="stock">Uitverkocht</p>${table({ Merk: 'Noord', Artikelnummer: 'ET-4711', Gewicht: '42 kg' })}`,
    properties: { name: text, price: number, brand: text, sku: text, in_stock: { type: 'boolean' }, weight: text },
    expected: { name: 'Eiken tafel', price: 1299, brand: 'Noord', sku: 'ET-4711', in_stock: false, weight: '42 kg' },
  },
  {
    name: 'a product in Russian',
    body: `<h1>Стол дубовый</h1><div class="price">12 990 ₽</div><button>В корзину</button>${lines({ Производитель: 'Север', Артикул: 'СД-17', Цвет: 'тёмный' })}`,
    properties: { name: text, price: number, brand: text, sku: text, in_stock: { type: 'boolean' }, color: text },
    expected: { name: 'Стол дубовый', price: 12990, brand: 'Север', sku: 'СД-17', in_stock: true, color: 'тёмный' },
  },
  {
    name: 'a recipe in Italian',
    body: `<h1>Pasta al limone</h1>${lines({ 'Tempo totale': '25 minuti', 'Dosi per': '4 persone', Difficoltà: 'Facile' })}${heads({ Ingredienti: ['320 g di pasta', '2 limoni', '50 g di burro'], Preparazione: ['Cuocere la pasta.', 'Sciogliere il burro.', 'Unire il limone.'] })}`,
    properties: {
      title: text,
      ingredients: list,
      instructions: list,
      total_time: { type: 'integer' },
      difficulty: { enum: ['easy', 'medium', 'hard'] },
    },
    expected: {
      title: 'Pasta al limone',
      ingredients: ['320 g di pasta', '2 limoni', '50 g di burro'],
      instructions: ['Cuocere la pasta.', 'Sciogliere il burro.', 'Unire il limone.'],
      total_time: 25,
      difficulty: 'easy',
    },
  },
];
