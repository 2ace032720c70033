/** Lists that grow, each in a different way. Their class names do not reveal how. */

/** Total number of records in each list. */
export const listSize = 60;
/** Number of records in the long list. */
export const longSize = 600;

const row = (at: string) =>
  `'<li class="lamp"><h3><a href="/lamp/' + ${at} + '">Lamp ' + ${at} + '</a></h3><b class="price">€ ' + ${at} + '.50</b></li>'`;
const page = (style: string, body: string, script: string): string =>
  `<!doctype html><html lang="en"><head><title>Lamps</title><style>li { height: 60px; overflow: hidden; } h3, li { margin: 0; } ${style}</style></head><body><main><h1>Lamps</h1>${body}</main><footer>All prices with tax.</footer>
<script>const list = document.querySelector('ul'); let at = 0;
const add = () => { for (let end = Math.min(at + 20, ${listSize}); at < end;) { at++; list.insertAdjacentHTML('beforeend', ${row('at')}); } };
${script}</script></body></html>`;
const list = '<ul class="lamps"></ul>';
const box = '<div class="box"><ul class="lamps"></ul><p id="end">End</p></div>';
const boxStyle = '.box { height: 400px; overflow-y: auto; }';
/** Returns the script of a list that grows after a pause, each time its last element comes into view. */
const observed = (pause: number, root = 'null') =>
  `add(); let busy = false; new IntersectionObserver(([end]) => { if (!end.isIntersecting || busy) return; busy = true; setTimeout(() => { add(); busy = false; }, ${pause}); }, { root: ${root} }).observe(document.querySelector('#end'));`;
/** Returns the script of a list that draws only the rows in view, as absolutely positioned elements. */
const virtual = (all: number, { wait = 0, view = 10 } = {}) => `
  const draw = () => {
    const box = document.querySelector('.box'); const from = Math.floor(box.scrollTop / 60); list.style.height = ${all} * 60 + 'px'; list.textContent = '';
    for (let row = from; row < Math.min(from + ${view}, ${all}); row++) { const number = row + 1; list.insertAdjacentHTML('beforeend', ${row('number')}); list.lastChild.style.cssText = 'position: absolute; top: ' + row * 60 + 'px'; }
  };
  draw(); document.querySelector('.box').onscroll = () => setTimeout(draw, ${wait});`;
const virtualStyle = `${boxStyle} ul { position: relative; }`;

const withButton = `${list}<button class="more">Load more</button>`;
/** Script of a list that grows when its button is pressed. The button disappears at the end. */
const pressed = `add(); const button = document.querySelector('.more'); button.onclick = () => setTimeout(() => { add(); if (at === ${listSize}) button.remove(); }, 50);`;
/** Returns a script that removes the first rows of a grown list after a pause. */
const trimmed = (pause: number) =>
  `new MutationObserver(() => setTimeout(() => { while (list.children.length > 25) list.firstChild.remove(); }, ${pause})).observe(list, { childList: true });`;

/** The lists, by path. */
export const endlessLists: Readonly<Record<string, string>> = {
  '/observer': page('', `${list}<p id="end">End</p>`, observed(20)),
  '/listener': page(
    '',
    list,
    'add(); addEventListener("scroll", () => { if (innerHeight + scrollY > document.documentElement.scrollHeight - 80) setTimeout(add, 20); });',
  ),
  '/box': page(boxStyle, box, observed(20, 'document.querySelector(".box")')),
  '/box-listener': page(
    boxStyle,
    box,
    'add(); const box = document.querySelector(".box"); box.onscroll = () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 40) setTimeout(add, 20); };',
  ),
  '/slow': page('', `${list}<p id="end">End</p>`, observed(500)),
  '/fetched': page(
    '',
    `${list}<p id="end">End</p>`,
    `add(); let busy = false; new IntersectionObserver(async ([end]) => { if (!end.isIntersecting || busy) return; busy = true; await (await fetch('/wait')).text(); add(); busy = false; }).observe(document.querySelector('#end'));`,
  ),
  '/no-end': page(
    '',
    `${list}<p id="end">End</p>`,
    `const more = () => { for (let end = at + 20; at < end;) { at++; list.insertAdjacentHTML('beforeend', ${row('at')}); } }; more();
    new IntersectionObserver(([end]) => { if (end.isIntersecting) setTimeout(more, 300); }).observe(document.querySelector('#end'));`,
  ),
  // While this page loads rows, it does not notice that its end comes into view. The end must leave the view and come
  // back.
  '/missed': page(
    '',
    `${list}<p id="end">End</p>`,
    `add(); let busy = false; new IntersectionObserver(([end]) => { if (!end.isIntersecting || busy) return; busy = true; setTimeout(add, 100); setTimeout(() => { busy = false; }, 900); }).observe(document.querySelector('#end'));`,
  ),
  '/virtual': page(virtualStyle, box, virtual(listSize)),
  '/virtual-long': page(`${virtualStyle} .box { height: 3000px; }`, box, virtual(longSize, { view: 60 })),
  '/virtual-slow': page(virtualStyle, box, virtual(listSize, { wait: 300 })),
  '/window': page(
    '',
    `${list}<p id="end">End</p>`,
    `${observed(20)} new MutationObserver(() => { while (list.children.length > 25) list.firstChild.remove(); }).observe(list, { childList: true });`,
  ),
  '/window-button': page('', withButton, `${pressed} ${trimmed(0)}`),
  '/window-button-late': page('', withButton, `${pressed} ${trimmed(500)}`),
  '/ends': page('', list, 'add(); add(); add();'),
  '/ticker': page(
    '',
    list,
    'add(); setInterval(() => { for (const price of document.querySelectorAll(".price")) price.textContent = "€ " + Math.floor(Math.random() * 900) + ".50"; }, 700);',
  ),
  '/short': page('', list, 'add(); for (const one of [...list.children].slice(3)) one.remove();'),
};
