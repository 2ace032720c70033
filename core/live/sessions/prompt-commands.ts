/** Page commands translated from a prompt. */
export interface PromptPlan {
  readonly commands: readonly string[];
  /** Parts of the prompt that were translated to commands. */
  readonly steps: readonly string[];
  /** Sentences about the parts of the prompt that match no rule. */
  readonly notes: readonly string[];
}

type Rule = readonly [pattern: RegExp, command: (...groups: string[]) => string];

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ')}"`;
const bare = (text = ''): string => text.replace(/^["'“”‘’]|["'“”‘’]$/g, '').trim();

/** Returns a quoted selector for a control with a visible name, using Playwright's `:has-text`. */
const control = (name: string): string => {
  const text = bare(name)
    .replace(/^(?:the|a|an) /i, '')
    .replace(/ (?:button|link|tab|menu|item|checkbox|icon)$/i, '');
  const value = JSON.stringify(bare(text));
  return quoted(
    `:is(button,a,[role=button],[role=link],[role=tab],label,summary,input[type=submit]):has-text(${value})`,
  );
};

/** Returns a quoted selector for a field with a label, placeholder or name. */
const field = (name: string): string => {
  const text = bare(name)
    .replace(/^(?:the|a|an) /i, '')
    .replace(/ (?:field|box|input|bar)$/i, '');
  const value = JSON.stringify(bare(text).toLowerCase());
  const named = ['placeholder', 'aria-label', 'name', 'id', 'title'].map((attribute) => `[${attribute}*=${value} i]`);
  return quoted(
    `:is(input,textarea):is(${named.join(',')}),label:has-text(${value}) :is(input,textarea),label:has-text(${value}) + :is(input,textarea)`,
  );
};

const searchField = quoted(
  'input[type=search],[role=searchbox],input[name=q],input[name*=search i],input[placeholder*=search i]',
);
const nextPage = quoted('a[rel=next],:is(a,button):has-text("Next"),[aria-label*=next i]');
const closeBanner = quoted(
  'dialog button,[id*=cookie i] button,[class*=cookie i] button,[class*=consent i] button,[aria-label*=close i]',
);

const rules: readonly Rule[] = [
  [
    /^(?:go to|open|visit|navigate to) (\S+)$/i,
    (place = '') => (place.includes('.') ? `open ${quoted(bare(place))}` : `click ${control(place)}`),
  ],
  [/^(?:go|navigate) back$/i, () => 'back'],
  [/^(?:reload|refresh)(?: the page)?$/i, () => 'reload'],
  [/^(?:go to |click |open )?(?:the )?next page$/i, () => `click ${nextPage}`],
  [
    /^(?:close|dismiss|accept) (?:the )?(?:cookie|consent|banner|popup|pop-up|dialog)\b.*$/i,
    () => `click ${closeBanner}`,
  ],
  [/^(?:scroll) (?:down )?to the (?:end|bottom)(?: of the page)?$/i, () => 'scroll down 100000'],
  [/^scroll (up|down)$/i, (way = '') => `scroll ${way.toLowerCase()}`],
  [/^press (?:the )?(\w+)(?: key)?$/i, (key = '') => `press ${key.charAt(0).toUpperCase()}${key.slice(1)}`],
  [/^wait (?:for )?(\d+) ?(?:s|sec|seconds?)$/i, (seconds = '') => `wait ${Number(seconds) * 1000}`],
  [/^search (?:for )([\s\S]+)$/i, (text = '') => `fill ${searchField} ${quoted(bare(text))}\npress Enter`],
  [
    /^(?:type|enter|write|fill in) (.+?) (?:into|in|in to) ([\s\S]+)$/i,
    (text = '', name = '') => `fill ${field(name)} ${quoted(bare(text))}`,
  ],
  [/^fill (.+?) with ([\s\S]+)$/i, (name = '', text = '') => `fill ${field(name)} ${quoted(bare(text))}`],
  [
    /^(?:choose|select) (.+?) (?:from|in) ([\s\S]+)$/i,
    (option = '', name = '') => `select ${field(name).replace('input,textarea', 'select')} ${quoted(bare(option))}`,
  ],
  [/^(?:check|tick) ([\s\S]+)$/i, (name = '') => `click ${control(name)}`],
  [/^(?:click|press|tap|open)(?: on)? ([\s\S]+)$/i, (name = '') => `click ${control(name)}`],
  [/^(?:take a )?screenshot$/i, () => 'screenshot'],
  [/^(?:read|get|extract|show|return|tell me) (?:the )?(?:page )?title$/i, () => 'get title'],
  [/^(?:read|get|show|return) (?:me )?(?:the )?(?:page|text|table|content)\b.*$/i, () => 'get text'],
];

/**
 * Translates a prompt to page commands, using rules for imperative sentences in plain English. Parts that match no rule
 * are listed in `notes`.
 */
export function commandsOf(prompt: string): PromptPlan {
  const commands: string[] = [];
  const steps: string[] = [];
  const notes: string[] = [];
  for (const step of stepsOf(prompt)) {
    const command = commandOf(step);
    if (command) {
      commands.push(command);
      steps.push(step);
    } else
      notes.push(
        `Not understood: “${step}”. Without a language model, only simple steps are understood, such as “click Next”.`,
      );
  }
  return { commands, steps, notes };
}

function commandOf(step: string): string | undefined {
  for (const [pattern, command] of rules) {
    const match = pattern.exec(step);
    if (match) return command(...match.slice(1));
  }
  return undefined;
}

/** Maximum length of a step, in characters. Longer steps are truncated. */
const maxStepChars = 500;

/** Splits a prompt into steps, but never inside quoted text. */
function stepsOf(prompt: string): readonly string[] {
  const held: string[] = [];
  const hold = (text: string) => `\ue000${held.push(text) - 1}\ue001`;
  const hidden = prompt
    .replace(/"[^"]{1,500}"/g, hold)
    .replace(/“[^“”]{1,500}”/g, hold)
    .replace(/'[^'\n]{1,200}'/g, hold);
  return hidden
    .split(/[.;\n]/)
    .flatMap((sentence) =>
      sentence
        .split(/\s/)
        .filter(Boolean)
        .join(' ')
        .split(/,? (?:and then|then|and) |, /),
    )
    .map((step) => step.replace(/\ue000(\d+)\ue001/g, (_, index) => held[Number(index)] ?? '').slice(0, maxStepChars))
    .map((step) => step.replace(/^(?:please|first|now|finally),? /i, '').replace(/!$/, ''))
    .filter(Boolean);
}
