// Draws the whole page a moment after it has loaded, as many sites do: without a browser there is nothing to read.
const place = document.querySelector('#readings');

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
  place.replaceChildren(
    element('p', note),
    element('table', '', element('thead', '', head), element('tbody', '', ...rows)),
    button,
  );
}

setTimeout(draw, 150);
