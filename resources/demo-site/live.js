// Draws the whole page a moment after it has loaded, as many sites do: without a browser there is nothing to read.
const place = document.querySelector('#app');

const element = (name, text = '', ...children) => {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...children);
  return made;
};

async function draw() {
  const answer = await fetch('/data/greenhouse.json');
  const { beds, note } = await answer.json();
  const rows = beds.map(({ bed, celsius, moisture }) =>
    element('tr', '', element('td', bed), element('td', `${celsius} °C`), element('td', `${moisture} %`)),
  );
  const head = element('tr', '', ...['Bed', 'Soil', 'Moisture'].map((text) => element('th', text)));
  const button = element('button', 'Show yesterday');
  button.id = 'yesterday';
  button.addEventListener('click', () => {
    button.replaceWith(element('p', 'Yesterday the squash bed was two degrees warmer.'));
  });
  const home = element('a', 'Larkfield Seed Library');
  home.href = '/';
  home.className = 'brand';
  const header = element('header', '', home);
  header.className = 'site';
  const table = element('table', '', element('thead', '', head), element('tbody', '', ...rows));
  const main = element('main', '', element('h1', 'Greenhouse today'), element('p', note), table, button);
  place.replaceChildren(header, main);
}

setTimeout(draw, 150);
