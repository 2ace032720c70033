import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineMessages, partsOfMessage } from '../../core/common/engine-messages/engine-messages';
import { fillSentence } from '../../core/common/engine-sentences';
import { AppError, errorTable } from '../../core/common/errors';
import { adviceFor, failureText } from '../../src-renderer/display/error-advice';
import { engineMessage } from '../../src-renderer/display/messages/engine-message';
import { engine as german } from '../../src-renderer/texts/de/engine';
import { showLanguage } from '../../src-renderer/texts/i18n';

/** Code whose messages may be shown for a job, a page, a table job or a saved entry. */
const sources = globSync([
  'core/{contract,jobs,kinds,net,page,pipeline}/**/*.ts',
  'core/live/{live-*,records/**/*,recorder/**/*}.ts',
  'plugins/{actions,formats,parsers,proxies,searches}/**/*.ts',
]).toSorted();

/** Exceptions in these folders: code whose messages are never shown for a job, a page or a saved entry. */
const elsewhere = [
  // Code used by the settings, e.g. connection tests and downloads.
  /^core\/jobs\/delivery\/(?:sink-test|webhook-(?:test|secret))\.ts/,
  /^core\/net\/(?:engines\/(?:ad-blocking\/filter-lists|browser-trial|browser\/find-browser|proxy-test)|fetch-package|search\/search-test)\.ts/,
  /^core\/page\/models\/model-test\.ts/,
  // Recipe files.
  /^core\/contract\/recipe-file\.ts/,
  // Exported files.
  /^core\/jobs\/exports\//,
  // Internal errors, and errors in API connections.
  /^core\/(?:jobs\/idempotency|net\/engines\/egress\/egress-proxy|net\/engines\/browser\/(?:live\/page-channel|page-gone))\.ts/,
  /^core\/page\/(?:documents\/content\/model|reading\/read-document)\.ts/,
  /^core\/pipeline\/tasks\/(?:crawlee-requests|frontier-queue)\.ts/,
  /^core\/kinds\/parse\/parse-request\.ts/,
  // Questions to a language model.
  /^core\/page\/models\/language\/instructions/,
  /^core\/page\/models\/language\/ask\.ts/,
  /^core\/kinds\/crawl\/prompt\/options-by-model\.ts/,
  /^plugins\/formats\/(?:summary|passages\/question)\.ts/,
];

const isText = (node: ts.Node): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);

/** Returns the possible texts of an expression. Each unknown value is replaced by "7". */
function textsOf(node: ts.Expression): readonly string[] {
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return ['7'];
  return node.templateSpans.reduce<readonly string[]>(
    (starts, { expression, literal }) =>
      starts.flatMap((start) => textsOf(expression).map((text) => start + text + literal.text)),
    [node.head.text],
  );
}

/** True for calls and fields whose texts are not messages: documentation, summaries and log entries. */
const isDocumentation = (node: ts.Node): boolean =>
  (ts.isCallExpression(node) && /\.(?:describe|meta)$|\blog\??\.\w+$/.test(node.expression.getText())) ||
  ((ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) &&
    /^(?:summary|description)$/.test(node.name.getText()));

const isSentence = (text: string): boolean =>
  /^(?:["`\dA-Z]|robots\.txt)/.test(text) &&
  text.split(' ').length > 2 &&
  /(?:[a-z)"`\d]\.|: 7)$/.test(text) &&
  !text.includes('\n');

/** Returns the sentences in a source file, with each value replaced by "7". */
function sentencesIn(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isDocumentation(node)) return;
    if (isText(node)) found.push(...textsOf(node).filter(isSentence));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const shown = sources.filter((file) => !elsewhere.some((known) => known.test(file)));

describe('messages of the engine', () => {
  beforeEach(() => showLanguage('de'));
  afterEach(() => showLanguage('en'));

  it('are all known by key, so that they have a German translation', () => {
    const unknown = shown.flatMap((file) =>
      sentencesIn(file)
        .filter((text) => engineMessage(text) === text)
        .map((text) => `${file}: ${text}`),
    );
    expect(unknown).toEqual([]);
  });

  it('have entries only for messages in the sources', () => {
    const others = ['common/errors', 'common/engine-sentences', 'platform/sandbox/described-plugins'];
    const code = [...sources, ...others.map((path) => `core/${path}.ts`)]
      .map((file) => readFileSync(file, 'utf8').replaceAll('\\', ''))
      .join('\n');
    // The sources can build a sentence from several parts, so it is stale only if fewer than 70% of its parts are
    // found.
    const isStale = (text: string): boolean => {
      const words = text
        .replace(/^1 /, '')
        .split(/\{\w+\}/)
        .flatMap((part) => part.split(/(?<=\w) (?=\w+ \w+)/));
      return words.filter((part) => code.includes(part.trim())).length < words.length * 0.7;
    };
    const stale = Object.entries(engineMessages).filter(
      ([key, text]) => !/^(?:begins|error)\./.test(key) && isStale(text),
    );
    expect(stale).toEqual([]);
  });

  it.each(Object.keys(engineMessages))('recognize their words and values: %s', (key) => {
    const english = engineMessages[key] ?? '';
    const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const sampleOf = (name: string) =>
      name.startsWith('count') ? '25' : name === 'host' ? 'a.example' : `a <${name}> of 2.5`;
    const values = Object.fromEntries(names.map((name) => [name, sampleOf(name)]));
    const parts = partsOfMessage(fillSentence(english, values), true);
    expect(engineMessages[parts?.key ?? '']).toBe(english);
    expect(parts?.values).toEqual(values);
    expect(german.texts[`sentence.${key}`]?.match(/\{\w+\}/g)?.toSorted()).toEqual(
      english.match(/\{\w+\}/g)?.toSorted(),
    );
  });

  it.each([
    [
      '`shop.example` refused the connection; nothing is listening at this address and port.',
      'shop.example hat die Verbindung abgelehnt; unter dieser Adresse und diesem Port antwortet nichts.',
    ],
    [
      'Specified URL is failing to load: `a.example` did not accept a connection in time.',
      'Die Adresse lässt sich nicht laden: a.example hat die Verbindung nicht rechtzeitig angenommen.',
    ],
    [
      "The crawl stopped at its limit of 1 page before all pages were read; raise the limit to get the rest. robots.txt disallows 3 URLs; see the job's problems.",
      'Der Crawl endete beim Limit von 1 Seite; die Website hat mehr. robots.txt verbietet 3 Adressen; siehe die Probleme des Jobs.',
    ],
    [
      '2 of 60 rows lack price, which are on their detail pages: 1 without a link to follow; 1 whose page was not visited (limit: 5 pages).',
      'Bei 2 von 60 Zeilen fehlen price, die auf ihren Detailseiten stehen: 1 ohne link zum Folgen; 1, deren Seite nicht besucht wurde (Limit: 5 Seiten).',
    ],
    [
      'The text was recognized with low confidence (63%), so parts of it may be wrong.',
      'Der Text wurde mit einer geringen Sicherheit von 63\u00a0% erkannt; Teile davon können falsch sein.',
    ],
    ['The run ended with the state "cancelled".', 'Zustand des Laufs: Abgebrochen.'],
    [
      'The table job was cancelled; it contains the rows read until then; 2 of 9 lack price.',
      'Der Job wurde abgebrochen; er enthält die bis dahin gelesenen Zeilen; bei 2 von 9 fehlen price.',
    ],
    ['price of Pan changed from 3.2 to 2.9 (−9.4%).', 'price von Pan hat sich von 3,2 auf 2,9 geändert (−9,4\u00a0%).'],
    ['price of Pan is 2.9, below 3.', 'price von Pan ist 2,9, unter 3.'],
    ['A plugin of somebody else is out of ink.', 'A plugin of somebody else is out of ink.'],
  ])('are translated with the messages in them: %s', (english, own) => {
    expect(engineMessage(english)).toBe(own);
  });

  it('include what is shown for every code of the error table', () => {
    for (const code of Object.keys(errorTable) as (keyof typeof errorTable)[]) {
      const { message } = new AppError(code);
      expect(engineMessage(message), code).not.toBe(message);
      expect(adviceFor(code).hint, code).not.toBe(errorTable[code].sentence);
      expect(failureText(code), code).not.toBe(errorTable[code].sentence.replace(/\.$/, ''));
    }
  });
});
