/** A page of one kind in one language, with what a reader finds on it. */
export interface OwnPage {
  readonly name: string;
  readonly body: string;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const text = { type: 'string' };
const number = { type: 'number' };
const date = { type: 'string', format: 'date' };
const list = { type: 'array', items: text };
const dl = (rows: Readonly<Record<string, string>>) =>
  `<dl>${Object.entries(rows)
    .map(([k, v]) => `<dt>${k}</dt><dd>${v}</dd>`)
    .join('')}</dl>`;
const table = (rows: Readonly<Record<string, string>>) =>
  `<table>${Object.entries(rows)
    .map(([k, v]) => `<tr><th>${k}</th><td>${v}</td></tr>`)
    .join('')}</table>`;
const lines = (rows: Readonly<Record<string, string>>) =>
  Object.entries(rows)
    .map(([k, v]) => `<p><b>${k}:</b> ${v}</p>`)
    .join('');
const boxes = (rows: Readonly<Record<string, string>>) =>
  `<div>${Object.entries(rows)
    .map(([k, v]) => `<div><span>${k}</span><span>${v}</span></div>`)
    .join('')}</div>`;
const heads = (rows: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(rows)
    .map(([k, v]) => `<h2>${k}</h2><ul>${v.map((one) => `<li>${one}</li>`).join('')}</ul>`)
    .join('');

const eventSchema = {
  title: text,
  date,
  start_time: { type: 'string', format: 'time' },
  venue: text,
  organizer: text,
  price: number,
};
const jobSchema = {
  title: text,
  company: text,
  location: text,
  salary: text,
  employment_type: { enum: ['FULL_TIME', 'PART_TIME', 'INTERN'] },
  deadline: date,
};
const flatSchema = {
  title: text,
  rent: number,
  rooms: number,
  area: number,
  floor: text,
  available_from: date,
  balcony: { type: 'boolean' },
};
const personSchema = { name: text, role: text, birth_date: date, birth_place: text, nationality: text };
const contactSchema = { name: text, phone: text, email: { type: 'string', format: 'email' }, address: text };
const hoursSchema = { name: text, monday: text, saturday: text, sunday: text };

/** Forty pages of nine kinds in ten languages. */
export const ownPages: readonly OwnPage[] = [
  // Events
  {
    name: 'an event in English',
    body: `<h1>Spring concert</h1>${dl({ Date: '21 March 2026', Time: '7:30 pm', Venue: 'Town Hall', Organizer: 'City Choir', Tickets: '£12.50' })}`,
    properties: eventSchema,
    expected: {
      title: 'Spring concert',
      date: '2026-03-21',
      start_time: '19:30',
      venue: 'Town Hall',
      organizer: 'City Choir',
      price: 12.5,
    },
  },
  {
    name: 'an event in German',
    body: `<h1>Herbstfest</h1>${lines({ Datum: '3. Oktober 2026', Uhrzeit: '14 Uhr', Ort: 'Marktplatz', Veranstalter: 'Heimatverein', Eintritt: '5,00 €' })}`,
    properties: eventSchema,
    expected: {
      title: 'Herbstfest',
      date: '2026-10-03',
      start_time: '14:00',
      venue: 'Marktplatz',
      organizer: 'Heimatverein',
      price: 5,
    },
  },
  {
    name: 'an event in French',
    body: `<h1>Fête du livre</h1>${table({ Date: '6 juin 2026', Heure: '20h30', Lieu: 'Salle des fêtes', Organisateur: 'La Plume', Tarif: '8 €' })}`,
    properties: eventSchema,
    expected: {
      title: 'Fête du livre',
      date: '2026-06-06',
      start_time: '20:30',
      venue: 'Salle des fêtes',
      organizer: 'La Plume',
      price: 8,
    },
  },
  {
    name: 'an event in Spanish',
    body: `<h1>Noche de jazz</h1>${boxes({ Fecha: '14 de agosto de 2026', Hora: '22:00', Lugar: 'Café Central', Organizador: 'Club Azul', Precio: '15,50 €' })}`,
    properties: eventSchema,
    expected: {
      title: 'Noche de jazz',
      date: '2026-08-14',
      start_time: '22:00',
      venue: 'Café Central',
      organizer: 'Club Azul',
      price: 15.5,
    },
  },
  {
    name: 'an event in Polish',
    body: `<h1>Wieczór poezji</h1>${dl({ Data: '12 grudnia 2026', Godzina: '18:00', Miejsce: 'Biblioteka Miejska', Organizator: 'Dom Kultury', Bilety: '20 zł' })}`,
    properties: eventSchema,
    expected: {
      title: 'Wieczór poezji',
      date: '2026-12-12',
      start_time: '18:00',
      venue: 'Biblioteka Miejska',
      organizer: 'Dom Kultury',
      price: 20,
    },
  },
  {
    name: 'an event in Japanese',
    body: `<h1>春の音楽会</h1>${table({ 開催日: '2026年4月18日', 時間: '18時30分', 会場: '市民ホール', 主催: '市民楽団', 料金: '2,500円' })}`,
    properties: eventSchema,
    expected: {
      title: '春の音楽会',
      date: '2026-04-18',
      start_time: '18:30',
      venue: '市民ホール',
      organizer: '市民楽団',
      price: 2500,
    },
  },
  // Jobs
  {
    name: 'a job in English',
    body: `<h1>Baker</h1>${dl({ Company: 'Crust & Co', Location: 'Leeds', Salary: '£28,000 a year', 'Job type': 'Full time', 'Closing date': '1 May 2026' })}`,
    properties: jobSchema,
    expected: {
      title: 'Baker',
      company: 'Crust & Co',
      location: 'Leeds',
      salary: '£28,000 a year',
      employment_type: 'FULL_TIME',
      deadline: '2026-05-01',
    },
  },
  {
    name: 'a job in German',
    body: `<h1>Tischlerin (m/w/d)</h1>${table({ Arbeitgeber: 'Holzwerk GmbH', Arbeitsort: 'Kiel', Gehalt: '3.200 € im Monat', Beschäftigungsart: 'Vollzeit', Bewerbungsfrist: '15.02.2026' })}`,
    properties: jobSchema,
    expected: {
      title: 'Tischlerin (m/w/d)',
      company: 'Holzwerk GmbH',
      location: 'Kiel',
      salary: '3.200 € im Monat',
      employment_type: 'FULL_TIME',
      deadline: '2026-02-15',
    },
  },
  {
    name: 'a job in French',
    body: `<h1>Comptable</h1>${lines({ Entreprise: 'Chiffres SA', 'Lieu de travail': 'Nantes', Salaire: '32 000 € par an', 'Type de contrat': 'Temps plein', 'Date limite': '30/04/2026' })}`,
    properties: jobSchema,
    expected: {
      title: 'Comptable',
      company: 'Chiffres SA',
      location: 'Nantes',
      salary: '32 000 € par an',
      employment_type: 'FULL_TIME',
      deadline: '2026-04-30',
    },
  },
  {
    name: 'a job in Italian',
    body: `<h1>Cuoco</h1>${dl({ Azienda: 'Da Pina', 'Sede di lavoro': 'Bari', Stipendio: '1.600 € al mese', 'Tipo di contratto': 'Tempo pieno', Scadenza: '20 maggio 2026' })}`,
    properties: jobSchema,
    expected: {
      title: 'Cuoco',
      company: 'Da Pina',
      location: 'Bari',
      salary: '1.600 € al mese',
      employment_type: 'FULL_TIME',
      deadline: '2026-05-20',
    },
  },
  {
    name: 'a job in Dutch',
    body: `<h1>Fietsenmaker</h1>${boxes({ Werkgever: 'Rad BV', Standplaats: 'Utrecht', Salaris: '€ 2.700 per maand', Dienstverband: 'Deeltijd', Sluitingsdatum: '1 juni 2026' })}`,
    properties: jobSchema,
    expected: {
      title: 'Fietsenmaker',
      company: 'Rad BV',
      location: 'Utrecht',
      salary: '€ 2.700 per maand',
      employment_type: 'PART_TIME',
      deadline: '2026-06-01',
    },
  },
  {
    name: 'a job in Russian',
    body: `<h1>Садовник</h1>${table({ Компания: 'Зелёный дом', 'Место работы': 'Тула', Зарплата: '60 000 руб.', 'Тип занятости': 'Полная занятость', 'Срок подачи': '5 марта 2026' })}`,
    properties: jobSchema,
    expected: {
      title: 'Садовник',
      company: 'Зелёный дом',
      location: 'Тула',
      salary: '60 000 руб.',
      employment_type: 'FULL_TIME',
      deadline: '2026-03-05',
    },
  },
  // Flats
  {
    name: 'a flat in English',
    body: `<h1>Bright flat near the park</h1>${dl({ 'Monthly rent': '£1,250', Rooms: '3', 'Floor area': '74 m²', Floor: '2nd', 'Available from': '1 April 2026', Balcony: 'Yes' })}`,
    properties: flatSchema,
    expected: {
      title: 'Bright flat near the park',
      rent: 1250,
      rooms: 3,
      area: 74,
      floor: '2nd',
      available_from: '2026-04-01',
      balcony: true,
    },
  },
  {
    name: 'a flat in German',
    body: `<h1>Helle Wohnung am Park</h1>${table({ Kaltmiete: '890,00 €', Zimmer: '2,5', Wohnfläche: '68,5 m²', Etage: '3', 'Bezugsfrei ab': '01.05.2026', Balkon: 'Nein' })}`,
    properties: flatSchema,
    expected: {
      title: 'Helle Wohnung am Park',
      rent: 890,
      rooms: 2.5,
      area: 68.5,
      floor: '3',
      available_from: '2026-05-01',
      balcony: false,
    },
  },
  {
    name: 'a flat in Portuguese',
    body: `<h1>Apartamento claro</h1>${dl({ Aluguel: 'R$ 2.300,00', Quartos: '2', 'Área útil': '60 m²', Andar: '4', 'Disponível a partir de': '10 de março de 2026', Varanda: 'Sim' })}`,
    properties: flatSchema,
    expected: {
      title: 'Apartamento claro',
      rent: 2300,
      rooms: 2,
      area: 60,
      floor: '4',
      available_from: '2026-03-10',
      balcony: true,
    },
  },
  {
    name: 'a flat in Polish',
    body: `<h1>Jasne mieszkanie</h1>${boxes({ Czynsz: '3 200 zł', 'Liczba pokoi': '2', Powierzchnia: '48 m²', Piętro: '1', 'Dostępne od': '1 lutego 2026', Balkon: 'Tak' })}`,
    properties: flatSchema,
    expected: {
      title: 'Jasne mieszkanie',
      rent: 3200,
      rooms: 2,
      area: 48,
      floor: '1',
      available_from: '2026-02-01',
      balcony: true,
    },
  },
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
