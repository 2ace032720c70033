/** A page of one kind in one language, and its expected values. */
export interface OwnPage {
  readonly name: string;
  readonly body: string;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Schema of a string. */
export const text = { type: 'string' };
/** Schema of a number. */
export const number = { type: 'number' };
/** Schema of a date. */
export const date = { type: 'string', format: 'date' };
/** Schema of a list of strings. */
export const list = { type: 'array', items: text };
/** Renders labels and values as a definition list. */
export const dl = (rows: Readonly<Record<string, string>>) =>
  `<dl>${Object.entries(rows)
    .map(([k, v]) => `<dt>${k}</dt><dd>${v}</dd>`)
    .join('')}</dl>`;
/** Renders labels and values as a table. */
export const table = (rows: Readonly<Record<string, string>>) =>
  `<table>${Object.entries(rows)
    .map(([k, v]) => `<tr><th>${k}</th><td>${v}</td></tr>`)
    .join('')}</table>`;
/** Renders labels and values as lines of text. */
export const lines = (rows: Readonly<Record<string, string>>) =>
  Object.entries(rows)
    .map(([k, v]) => `<p><b>${k}:</b> ${v}</p>`)
    .join('');
/** Renders labels and values as adjacent boxes. */
export const boxes = (rows: Readonly<Record<string, string>>) =>
  `<div>${Object.entries(rows)
    .map(([k, v]) => `<div><span>${k}</span><span>${v}</span></div>`)
    .join('')}</div>`;
/** Renders headings, each with a list below. */
export const heads = (rows: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(rows)
    .map(([k, v]) => `<h2>${k}</h2><ul>${v.map((one) => `<li>${one}</li>`).join('')}</ul>`)
    .join('');

/** Properties of events. */
export const eventSchema = {
  title: text,
  date,
  start_time: { type: 'string', format: 'time' },
  venue: text,
  organizer: text,
  price: number,
};
/** Properties of jobs. */
export const jobSchema = {
  title: text,
  company: text,
  location: text,
  salary: text,
  employment_type: { enum: ['FULL_TIME', 'PART_TIME', 'INTERN'] },
  deadline: date,
};
/** Properties of flats. */
export const flatSchema = {
  title: text,
  rent: number,
  rooms: number,
  area: number,
  floor: text,
  available_from: date,
  balcony: { type: 'boolean' },
};
/** Properties of people. */
export const personSchema = { name: text, role: text, birth_date: date, birth_place: text, nationality: text };
/** Schema properties for contact pages. */
export const contactSchema = { name: text, phone: text, email: { type: 'string', format: 'email' }, address: text };
/** Schema properties for opening hours. */
export const hoursSchema = { name: text, monday: text, saturday: text, sunday: text };
