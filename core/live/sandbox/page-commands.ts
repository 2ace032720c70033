import type { Locator, Page } from 'playwright-core';
import { withWebScheme } from '../../common/api/target-url';
import { errorText } from './error-text';
import type { CodeOutcome } from './messages';

/** A command that acts on the page and returns its output, if any. */
interface Command {
  /** Arguments, as shown in the help. */
  readonly usage: string;
  run(page: Page, words: readonly string[], timeout: number): Promise<string | undefined>;
}

const [first, rest] = [
  (words: readonly string[]) => words[0] ?? '',
  (words: readonly string[]) => words.slice(1).join(' '),
];

/** Returns the element for a reference (`@e5`), or the first match of a selector. */
function elementOf(page: Page, word: string): Locator {
  if (!word) throw new Error('Specify an element: a reference from `snapshot`, such as @e5, or a CSS selector.');
  const name = /^@?(e\d+)$/.exec(word)?.[1];
  if (name === undefined) return page.locator(word).first();
  const reference = references.get(page)?.get(name);
  if (reference === undefined) throw new Error(`There is no element @${name}; take a new snapshot.`);
  return page.locator(`aria-ref=${reference}`);
}

/** For each page, maps short references to Playwright's references in the last snapshot. */
const references = new WeakMap<Page, Map<string, string>>();

/** Replaces the element references in a snapshot with `@e1`, `@e2` and so on. */
function withShortNames(page: Page, snapshot: string): string {
  const names = new Map<string, string>();
  references.set(page, names);
  return snapshot.replace(/\[ref=(\w+)\]/g, (_, reference: string) => {
    const name = `e${names.size + 1}`;
    names.set(name, reference);
    return `[@${name}]`;
  });
}

function urlOf(word: string): string {
  const url = withWebScheme(word);
  if (!/^https?:/i.test(url)) throw new Error(`Only http(s) pages can be opened, not ${word}.`);
  return url;
}

/** Roles of elements that a user can operate. `snapshot -i` shows only these. */
const operable =
  /^\s*- '?(?:button|link|textbox|checkbox|radio|combobox|listbox|option|menuitem|tab|switch|slider|searchbox|spinbutton)\b/;

const getters: Readonly<Record<string, (page: Page, words: readonly string[], timeout: number) => Promise<string>>> = {
  text: async (page, words, timeout) => elementOf(page, first(words) || 'body').innerText({ timeout }),
  html: async (page, words, timeout) => elementOf(page, first(words) || 'body').innerHTML({ timeout }),
  value: async (page, words, timeout) => elementOf(page, first(words)).inputValue({ timeout }),
  attr: async (page, words, timeout) =>
    (await elementOf(page, first(words)).getAttribute(rest(words), { timeout })) ?? '',
  count: async (page, words) => String(await page.locator(words.join(' ')).count()),
  title: async (page) => page.title(),
  url: async (page) => page.url(),
};

const commands: Readonly<Record<string, Command>> = {
  open: {
    usage: 'URL',
    run: async (page, words, timeout) => {
      await page.goto(urlOf(first(words)), { timeout });
      return `${await page.title()}\n${page.url()}`;
    },
  },
  snapshot: {
    usage: '[-i]',
    run: async (page, words, timeout) => {
      const text = await page.locator('body').ariaSnapshot({ mode: 'ai', timeout });
      const lines = withShortNames(page, text).split('\n');
      if (!words.includes('-i')) return lines.join('\n');
      return lines
        .filter((line) => operable.test(line))
        .map((line) => line.trim())
        .join('\n');
    },
  },
  click: {
    usage: '@e5 | SELECTOR',
    run: async (page, words, timeout) => void (await elementOf(page, words.join(' ')).click({ timeout })),
  },
  dblclick: {
    usage: '@e5 | SELECTOR',
    run: async (page, words, timeout) => void (await elementOf(page, words.join(' ')).dblclick({ timeout })),
  },
  hover: {
    usage: '@e5 | SELECTOR',
    run: async (page, words, timeout) => void (await elementOf(page, words.join(' ')).hover({ timeout })),
  },
  fill: {
    usage: '@e5 TEXT',
    run: async (page, words, timeout) => void (await elementOf(page, first(words)).fill(rest(words), { timeout })),
  },
  type: {
    usage: '@e5 TEXT',
    run: async (page, words, timeout) =>
      void (await elementOf(page, first(words)).pressSequentially(rest(words), { timeout })),
  },
  select: {
    usage: '@e5 OPTION',
    run: async (page, words, timeout) =>
      void (await elementOf(page, first(words)).selectOption(rest(words), { timeout })),
  },
  check: {
    usage: '@e5',
    run: async (page, words, timeout) => void (await elementOf(page, first(words)).check({ timeout })),
  },
  uncheck: {
    usage: '@e5',
    run: async (page, words, timeout) => void (await elementOf(page, first(words)).uncheck({ timeout })),
  },
  press: { usage: 'KEY', run: async (page, words) => void (await page.keyboard.press(first(words))) },
  scroll: {
    usage: 'up | down [PIXELS]',
    run: async (page, words) => {
      const pixels = Number(words[1] ?? 600) || 600;
      await page.mouse.wheel(0, first(words) === 'up' ? -pixels : pixels);
      return undefined;
    },
  },
  wait: {
    usage: 'MS | SELECTOR',
    run: async (page, words, timeout) => {
      const ms = Number(first(words));
      if (ms >= 0) await page.waitForTimeout(Math.min(ms, timeout));
      else await elementOf(page, words.join(' ')).waitFor({ timeout });
      return undefined;
    },
  },
  back: { usage: '', run: async (page, _, timeout) => void (await page.goBack({ timeout })) },
  forward: { usage: '', run: async (page, _, timeout) => void (await page.goForward({ timeout })) },
  reload: { usage: '', run: async (page, _, timeout) => void (await page.reload({ timeout })) },
  get: {
    usage: 'text|html|value|attr|count|title|url [@e5]',
    run: async (page, words, timeout) => {
      const getter = Object.hasOwn(getters, first(words)) ? getters[first(words)] : undefined;
      if (!getter) throw new Error(`get requires one of ${Object.keys(getters).join(', ')}.`);
      return getter(page, words.slice(1), timeout);
    },
  },
  screenshot: {
    usage: '[--full]',
    run: async (page, words, timeout) => {
      const bytes = await page.screenshot({ fullPage: words.includes('--full'), timeout });
      return `data:image/png;base64,${bytes.toString('base64')}`;
    },
  },
};

/** Runs commands, which are separated by line breaks or `&&`. Stops at the first command that fails. */
export async function runCommands(page: Page, code: string, deadline: number): Promise<CodeOutcome> {
  let stdout = '';
  for (const words of commandsIn(code)) {
    try {
      const printed = await runCommand(page, words, deadline - Date.now());
      if (printed) stdout += `${printed}\n`;
    } catch (thrown) {
      const killed = Date.now() >= deadline;
      const error = killed ? 'The commands were stopped because they timed out.' : errorText(thrown);
      const stderr = `${words.join(' ')}: ${error}\n`;
      return { stdout, stderr, result: '', exitCode: killed ? 124 : 1, killed, truncated: false, error };
    }
  }
  return { stdout, stderr: '', result: stdout.trim(), exitCode: 0, killed: false, truncated: false };
}

/** Returns the words in each command. Lines that start with `#` are comments. */
function commandsIn(code: string): readonly (readonly string[])[] {
  const lines = code.split('\n').filter((line) => !line.trim().startsWith('#'));
  const commands: string[][] = [];
  for (const line of lines) {
    let words: string[] = [];
    for (const word of wordsOf(line)) {
      if (word === '&&') {
        commands.push(words);
        words = [];
      } else words.push(word);
    }
    commands.push(words);
  }
  return commands.filter((words) => words.length > 0);
}

function runCommand(page: Page, words: readonly string[], timeout: number): Promise<string | undefined> {
  // Existing clients prefix each command with the name of their program, `agent-browser`.
  const [name = '', ...given] = words[0] === 'agent-browser' ? words.slice(1) : words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(`'${name}' is not a command; use one of ${Object.keys(commands).join(', ')}.`);
  if (timeout <= 0) throw new Error('The time limit was reached.');
  return command.run(page, given, timeout);
}

/** Splits a line into words. Quotes preserve spaces. */
export function wordsOf(line: string): readonly string[] {
  const words = line.match(/"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g) ?? [];
  return words.map((word) => {
    if (word.startsWith('"') && word.endsWith('"')) return word.slice(1, -1).replace(/\\(.)/g, '$1');
    return word.startsWith("'") && word.endsWith("'") ? word.slice(1, -1) : word;
  });
}
