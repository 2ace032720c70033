import { cssSelector, defineAction, type LivePage, z } from '../../core/plugin';

/** How often a list that has not grown is looked at again, and after how many milliseconds each time. */
const looks = { most: 28, everyMs: 80 };

/** `loadMore`: presses a button, or scrolls to the end, again and again until the list does not grow any more; gives back how often it grew. */
export default defineAction({
  type: 'loadMore',
  summary: 'Loads all records of a list: presses its button, or scrolls to its end, until no more come.',
  schema: z.object({
    selector: cssSelector.optional().describe('CSS selector of the button; the page is scrolled when absent.'),
    most: z.int().min(1).max(500).default(100).describe('Most times it is pressed or scrolled.'),
  }),
  async run(page, { selector, most }, signal) {
    let grown = 0;
    for (; grown < most; grown++) {
      const before = await number(page, count, signal);
      if (selector === undefined) await page.evaluate(toEnd, signal);
      else if ((await number(page, pressable(selector), signal)) === 0) break;
      else await page.click(selector, { all: false, signal });
      if (!(await hasGrown(page, before, signal))) break;
    }
    return { javascriptReturns: { type: 'number', value: grown } };
  },
});

/** Elements that stand beside one of their kind: what a list grows by, and what a sign that it loads is not. */
const count = `[...document.querySelectorAll('body *')].filter(({ tagName, className, previousElementSibling: before }) => before && before.tagName === tagName && before.className === className).length`;
const toEnd = `(() => {
  const scrolls = (one) => one.scrollHeight > one.clientHeight + 200 && /auto|scroll/.test(getComputedStyle(one).overflowY);
  for (const box of [...document.querySelectorAll('body *')].filter(scrolls)) box.scrollTop = box.scrollHeight;
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
})()`;

const pressable = (selector: string): string => `(() => {
  const button = document.querySelector(${JSON.stringify(selector)});
  return button && !button.disabled && button.getAttribute('aria-disabled') !== 'true' && button.getClientRects().length > 0 ? 1 : 0;
})()`;

async function number(page: LivePage, script: string, signal: AbortSignal): Promise<number> {
  return Number((await page.evaluate(script, signal)).value);
}

/** Waits until there are more elements and no further ones come; false when none have come in time. */
async function hasGrown(page: LivePage, before: number, signal: AbortSignal): Promise<boolean> {
  let last = before;
  for (let look = 0; look < looks.most; look++) {
    await page.wait(looks.everyMs, signal);
    const now = await number(page, count, signal);
    if (now > before && now === last) return true;
    last = now;
  }
  return last > before;
}
