/** Draws images of known text in Chromium, with various fonts, sizes, angles and scanner artifacts. */
import { english, french, screenshot, table } from './texts.mjs';

const fonts = ['Liberation Serif', 'Liberation Sans', 'Liberation Mono', 'DejaVu Sans', 'DejaVu Serif'];
const sizes = [9, 12, 16, 24];
const resolutions = [150, 200, 300];

const words = (text) => text.split(/\s+/).filter(Boolean);
const paragraphs = (texts) => texts.map((text) => `<p>${text}</p>`).join('');
const rowsHtml = (rows) =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;

/** Returns the description of an image with the given text. Its `flaws` are the scanner artifacts that `draw` adds. */
const clean = ({ group, name, texts = english.slice(0, 2), font = fonts[0], points = 12, dpi = 200, ...rest }) => ({
  group,
  name,
  dpi,
  html: `<style>body{font:${points}pt '${font}';width:${Math.round(22 * points + 260)}px;margin:36px}p{margin:0 0 1em}</style>${paragraphs(texts)}`,
  words: words(texts.join(' ')),
  ...rest,
});

function grid() {
  return [0, 1, 3].flatMap((degrees) =>
    fonts.flatMap((font, f) =>
      sizes.map((points, s) => {
        const dpi = resolutions[(f + s) % resolutions.length];
        const texts = [english[(f + s) % 5], english[(f + s + 2) % 5]];
        const group = degrees === 3 ? 'clean, 3°' : 'clean, up to 1°';
        return clean({
          group,
          name: `${font} ${points} pt ${dpi} dpi ${degrees}°`,
          texts,
          font,
          points,
          dpi,
          degrees: degrees * (s % 2 ? -1 : 1),
        });
      }),
    ),
  );
}

const scans = () =>
  [
    { name: 'grey noise', flaws: { noise: 40 } },
    { name: 'blur and noise', flaws: { blur: 1.2, noise: 30 }, degrees: 0.6 },
    { name: 'yellow paper', flaws: { noise: 15, paper: [235, 220, 180] } },
    { name: 'shadow at the edge', flaws: { shadow: 0.55, noise: 15 }, degrees: -0.8 },
    { name: 'specks', flaws: { specks: 0.03, blur: 0.5 } },
    { name: 'specks and JPEG', flaws: { specks: 0.02, blur: 0.6 }, type: 'image/jpeg' },
    { name: 'faded print', flaws: { fade: 0.55, noise: 12 } },
    { name: 'strong JPEG', flaws: { blur: 0.4 }, type: 'image/jpeg', quality: 0.3 },
    { name: 'blur, specks, 2°', flaws: { blur: 0.8, specks: 0.01, noise: 20 }, degrees: 2 },
    { name: '150 dpi, noise', flaws: { noise: 25 }, dpi: 150 },
  ].map((scan, at) =>
    clean({
      group: 'scan-like',
      texts: [english[at % 5], english[(at + 1) % 5], english[(at + 3) % 5]],
      font: fonts[at % 5],
      points: 11,
      ...scan,
    }),
  );

const turned = () =>
  [90, 180, 270].map((degrees, at) =>
    clean({ group: 'turned', name: `${degrees}°`, texts: english.slice(at, at + 3), degrees }),
  );

const columns = () =>
  ['Liberation Serif', 'DejaVu Sans', 'Liberation Sans'].map((font) => ({
    group: 'two columns',
    name: font,
    dpi: 200,
    html: `<style>body{font:11pt '${font}';width:640px;margin:36px}div{columns:2;column-gap:36px;column-fill:balance}p{margin:0 0 1em}</style><div>${paragraphs(english)}</div>`,
    words: words(english.join(' ')),
  }));

const tables = () =>
  ['Liberation Sans', 'Liberation Serif', 'DejaVu Sans'].flatMap((font) =>
    [true, false].map((ruled) => ({
      group: ruled ? 'ruled table' : 'table without rules',
      name: font,
      dpi: 200,
      html: `<style>body{font:12pt '${font}';width:620px;margin:36px}table{border-collapse:collapse}td{padding:5px 26px 5px 8px;${ruled ? 'border:1px solid #000' : ''}}</style>${rowsHtml(table)}`,
      words: words(table.flat().join(' ')),
    })),
  );

function screenshots() {
  const { menu, title, intro, rows, note } = screenshot;
  const all = [title, intro, ...rows.flat(), note].join(' ');
  return [1, 2].flatMap((scale) =>
    [true, false].map((dark) => ({
      group: 'screenshots',
      name: `${dark ? 'dark' : 'light'} ${scale}x`,
      dpi: 96 * scale,
      html: `<style>body{font:14px 'DejaVu Sans';margin:0;padding:24px;width:720px;${dark ? 'background:#1c1f26;color:#e6e8ee' : 'background:#fff;color:#222'}}h1{font-size:22px}td{padding:6px 22px 6px 0}</style><h1>${title}</h1><p>${intro}</p>${rowsHtml(rows)}<p>${note}</p>`,
      words: words(all),
      unused: menu,
    })),
  );
}

const frenchPages = () =>
  ['Liberation Serif', 'DejaVu Sans', 'Liberation Sans'].map((font, at) =>
    clean({
      group: 'French',
      name: font,
      texts: [...french.slice(at), ...french.slice(0, at)],
      font,
      languages: ['fra'],
    }),
  );

/** Returns the descriptions of all images. */
export const descriptions = () => [
  ...grid(),
  ...scans(),
  ...turned(),
  ...columns(),
  ...tables(),
  ...screenshots(),
  ...frenchPages(),
];

/** Draws the image for a description. Returns the bytes of a PNG or JPEG. */
export async function draw(browser, { html, dpi, degrees = 0, flaws = {}, type = 'image/png', quality = 0.4 }) {
  const page = await browser.newPage({ deviceScaleFactor: dpi / 96, viewport: { width: 900, height: 700 } });
  try {
    await page.setContent(`<!doctype html><html><body>${html}</body></html>`);
    const size = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      height: document.body.offsetHeight + 80,
    }));
    const box = await page.evaluate(() => document.body.getBoundingClientRect().right + 40);
    await page.setViewportSize({ width: Math.ceil(Math.min(size.width, box)), height: Math.ceil(size.height) });
    const shot = (await page.screenshot()).toString('base64');
    const url = await page.evaluate(spoil, { shot, degrees, flaws, type, quality });
    return Buffer.from(url.split(',')[1], 'base64');
  } finally {
    await page.close();
  }
}

/** Rotates a screenshot and adds scanner artifacts. Runs in the page. */
async function spoil({ shot, degrees, flaws, type, quality }) {
  const image = new Image();
  image.src = `data:image/png;base64,${shot}`;
  await image.decode();
  const radians = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * cos + image.height * sin);
  canvas.height = Math.round(image.width * sin + image.height * cos);
  const pen = canvas.getContext('2d');
  const corner = document.createElement('canvas').getContext('2d');
  corner.drawImage(image, 0, 0);
  const [r, g, b] = corner.getImageData(1, 1, 1, 1).data;
  pen.fillStyle = `rgb(${r},${g},${b})`;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  if (flaws.blur) pen.filter = `blur(${flaws.blur}px)`;
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate(radians);
  pen.drawImage(image, -image.width / 2, -image.height / 2);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  // A fixed seed, so that every run produces the same images.
  let seed = 7;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  const data = pen.getImageData(0, 0, canvas.width, canvas.height);
  const pixels = data.data;
  for (let at = 0; at < pixels.length; at += 4) {
    const x = (at / 4) % canvas.width;
    const noise = flaws.noise ? (random() + random() - 1) * flaws.noise : 0;
    const shade = flaws.shadow ? 1 - flaws.shadow * Math.max(0, 1 - x / (canvas.width * 0.3)) : 1;
    const speck = flaws.specks && random() < flaws.specks ? (random() < 0.5 ? 0 : 255) : undefined;
    for (let channel = 0; channel < 3; channel++) {
      let value = pixels[at + channel];
      if (flaws.fade) value = 255 - (255 - value) * (1 - flaws.fade);
      if (flaws.paper) value = (value * flaws.paper[channel]) / 255;
      pixels[at + channel] = speck ?? value * shade + noise;
    }
  }
  pen.putImageData(data, 0, 0);
  return canvas.toDataURL(type, quality);
}
