import { createContext, Script } from 'node:vm';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** Sample characters for the character classes in patterns. */
const alphabet = [...'a0 A\t\n-_./<>"\'=:;,#?*|()[]{}&%@!+\\~^$`éЖ中時۵€\u00a0\u2003–'];

/** Time limit in ms for each measurement. */
const patternLimitMs = 1000;

const textLength = 8000;

/** A pattern is considered linear if it takes at most this many ms for an attack of length `textLength`. */
const quickMs = 2;

/**
 * Maximum factor by which the time may grow when the length doubles. A factor of 2 means linear time, and 4 means
 * quadratic time.
 */
const maxGrowth = 3;

const run = new Script(`
  for (const [index, text] of texts.entries()) {
    state.at = index;
    const start = now();
    if (pattern.global) text.replace(pattern, '');
    else pattern.test(text);
    state.took[index] = now() - start;
  }
`);

/** Returns the CPU time of this process in ms. Unlike wall time, CPU time does not depend on other programs. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Measures the CPU time a pattern takes on each string. Stops at the first string that exceeds the time limit. The limit
 * is wall time, so the measurement is repeated with a longer limit if other programs used most of that time.
 */
function timesOf(pattern, texts, timeout = patternLimitMs) {
  const state = { at: 0, took: [] };
  const start = cpuMs();
  const context = createContext({ pattern, texts, state, now: cpuMs });
  try {
    run.runInContext(context, { timeout });
    return state.took;
  } catch (thrown) {
    if (thrown.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown;
    if (cpuMs() - start < patternLimitMs / 2) return timesOf(pattern, texts, timeout * 4);
    return [...state.took.slice(0, state.at), Number.POSITIVE_INFINITY];
  }
}

const textOf = ({ prefix, pump, suffix }, length) => prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;

/** Returns the lowest CPU time of three runs, because V8's compiler threads may add to the CPU time of a run. */
const bestOf = (pattern, text) =>
  Math.min(...[1, 2, 3].map(() => timesOf(pattern, [text], patternLimitMs)[0] ?? Number.POSITIVE_INFINITY));

/**
 * True if the time grows by more than the factor `maxGrowth` when the length of the attack doubles, and again when it
 * doubles once more.
 */
function isConfirmed(pattern, attack) {
  const short = bestOf(pattern, textOf(attack, textLength));
  if (!Number.isFinite(short)) return true;
  if (short < quickMs) return false;
  const double = bestOf(pattern, textOf(attack, textLength * 2));
  if (double <= short * maxGrowth) return false;
  return !Number.isFinite(double) || bestOf(pattern, textOf(attack, textLength * 4)) > double * maxGrowth;
}

/** Returns an attack for which a pattern takes more than linear time, if one is found. */
export function findAttack(source, flags) {
  const pattern = new RegExp(source, flags);
  const attacks = attacksOn(source, flags);
  const left = [...attacks];
  while (left.length > 0) {
    const times = timesOf(
      pattern,
      left.map((attack) => textOf(attack, textLength)),
    );
    const slow = times.findIndex((ms) => ms > quickMs);
    if (slow < 0) return undefined;
    if (isConfirmed(pattern, left[slow])) return left[slow];
    left.splice(0, slow + 1);
  }
  return undefined;
}

/**
 * Returns the attacks to try. Each attack consists of a required prefix, repetitions of a part of the pattern, and a
 * suffix that makes the match fail.
 */
function attacksOn(source, flags) {
  const ast = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const sampler = new Sampler(flags);
  const attacks = new Map();
  const add = (pump, node) => {
    if (pump === '') return;
    for (const prefix of new Set(['', sampler.leadTo(node)]))
      for (const suffix of ['\0', '\n\0'])
        attacks.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix });
  };
  visitRegExpAST(ast, {
    onQuantifierEnter(node) {
      if (!isLong(node)) return;
      for (const pump of sampler.choices(node.element)) add(pump, node);
    },
    onAlternativeEnter(node) {
      if (!holdsLong(node) && !isWithinLong(node)) return;
      for (const isFull of [true, false]) {
        let text = '';
        for (const element of node.elements) {
          text += sampler.sample(element, isFull);
          add(text, node);
        }
      }
    },
  });
  return [...attacks.values()];
}

/** True for a repetition without a practical limit. */
const isLong = (node) => node.type === 'Quantifier' && node.max >= 50;

function holdsLong(alternative) {
  let found = false;
  visitRegExpAST(alternative, {
    onQuantifierEnter(node) {
      found ||= isLong(node);
    },
  });
  return found;
}

const isWithinLong = (node) => node.parent !== null && (isLong(node.parent) || isWithinLong(node.parent));

/** Generates strings that match parts of a pattern. */
class Sampler {
  #flags;
  #chars = new Map();

  constructor(flags) {
    this.#flags = flags.replace(/[gyd]/g, '');
  }

  /** Returns a string that matches the node. With `isFull`, the string includes optional parts. */
  sample(node, isFull) {
    switch (node.type) {
      case 'Alternative':
        return node.elements.map((element) => this.sample(element, isFull)).join('');
      case 'Group':
      case 'CapturingGroup':
        return this.sample(node.alternatives[0], isFull);
      case 'Quantifier':
        return this.sample(node.element, isFull).repeat(Math.min(node.max, Math.max(node.min, isFull ? 1 : 0)));
      case 'Assertion':
      case 'Backreference':
        return '';
      default:
        return this.#charsOf(node)[0] ?? '';
    }
  }

  /** Returns strings that match a repeated node: one per alternative, and several for a character class. */
  choices(node) {
    if (node.type === 'Quantifier') return this.choices(node.element);
    if (node.type === 'Group' || node.type === 'CapturingGroup')
      return node.alternatives.flatMap((one) => [this.sample(one, true), this.sample(one, false)]);
    return node.type === 'Assertion' || node.type === 'Backreference' ? [] : this.#charsOf(node).slice(0, 8);
  }

  /** Returns the string that must come before a node for the node to match. */
  leadTo(node) {
    const { parent } = node;
    if (!parent || parent.type === 'Pattern') return '';
    const own =
      parent.type === 'Alternative'
        ? parent.elements.slice(0, parent.elements.indexOf(node)).map((one) => this.sample(one, false))
        : [];
    return this.leadTo(parent) + own.join('');
  }

  #charsOf(node) {
    if (node.type === 'Character') return [String.fromCodePoint(node.value)];
    let chars = this.#chars.get(node.raw);
    if (!chars) {
      const one = new RegExp(`^(?:${node.raw})$`, this.#flags);
      chars = alphabet.filter((char) => one.test(char));
      this.#chars.set(node.raw, chars);
    }
    return chars;
  }
}
