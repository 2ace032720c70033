/**
 * `node scripts/check-regexes.mjs`: checks that every regular expression in the engine runs in linear time. Exceptions
 * are listed in `bounded-regexes.json`, each with a reason why its input is short. The check also fails if an exception
 * is no longer needed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { elapsed, runScript, say } from './console.mjs';
import { findAttack } from './regex-attacks.mjs';

const root = join(import.meta.dirname, '..');
const areas = ['core', 'plugins', 'src-main'];

/** Returns the regular expressions in a TypeScript file: literals, and `new RegExp` with a constant string. */
function regexesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const texts = constantTexts(source);
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), node });
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = (node.arguments ?? []).map((argument) => textOf(argument, texts));
      if (pattern !== undefined) found.push({ source: pattern, flags: flags ?? '', node });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map(({ node, ...regex }) => ({
    file,
    line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    ...regex,
  }));
}

function constantTexts(source) {
  const texts = new Map();
  for (const statement of source.statements.filter(ts.isVariableStatement))
    for (const { name, initializer } of statement.declarationList.declarations) {
      const text = initializer && textOf(initializer, texts);
      if (text !== undefined) texts.set(name.getText(), text);
    }
  return texts;
}

/** Returns the value of a constant string expression. Undefined if the value is known only at run time. */
function textOf(node, texts) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw')
    return ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template.rawText : undefined;
  if (ts.isIdentifier(node)) return texts.get(node.text);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([node.left, node.right].map((side) => textOf(side, texts)));
  if (!ts.isTemplateExpression(node)) return undefined;
  return joined([
    node.head.text,
    ...node.templateSpans.flatMap(({ expression, literal }) => [textOf(expression, texts), literal.text]),
  ]);
}

const joined = (parts) => (parts.includes(undefined) ? undefined : parts.join(''));

/** Explains why a regular expression may take more than linear time. Undefined if the expression is linear. */
function problemOf({ source, flags }) {
  const { reports } = analyse({ source, flags });
  if (reports.length > 0) return `many of ${JSON.stringify(reports[0].character.pick)}`;
  const attack = findAttack(source, flags);
  return attack && `many of ${JSON.stringify(attack.pump)} after ${JSON.stringify(attack.prefix)}`;
}

function check() {
  const bounded = JSON.parse(readFileSync(join(root, 'scripts', 'bounded-regexes.json'), 'utf8'));
  const files = areas.flatMap((area) =>
    readdirSync(join(root, area), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${area}/${name}`),
  );
  const problems = new Map();
  const needed = new Set();
  let count = 0;
  for (const regex of files.flatMap(regexesOf)) {
    count++;
    const written = `/${regex.source}/${regex.flags}`;
    if (!problems.has(written)) problems.set(written, problemOf(regex));
    const problem = problems.get(written);
    if (problem === undefined) continue;
    const entry = bounded.find(({ file, regex: text }) => file === regex.file && text === written);
    if (entry) needed.add(entry);
    else {
      say(`${regex.file}:${regex.line}: ${written} may take more than linear time on ${problem}.`);
      process.exitCode = 1;
    }
  }
  for (const { file, regex } of bounded.filter((entry) => !needed.has(entry))) {
    say(`bounded-regexes.json: ${file} no longer has a slow ${regex}; remove the entry.`);
    process.exitCode = 1;
  }
  say(`${count} regular expressions checked, ${needed.size} of them on bounded input (${elapsed()}).`);
}

await runScript(check);
