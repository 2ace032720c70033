import { describe, expect, it } from 'vitest';
import { redactionOf } from '../../../core/common/options/redact-pii';
import { redactText, redactValue } from '../../../core/pipeline/redaction/redact';
import { seeded } from './planted';

const all = redactionOf(true)!;
const count = 300;
const { planted, ordinary } = seeded(20_251);

describe('planted personal data', () => {
  it.each(Object.entries(planted))('%s is redacted in at least 98 of 100 texts', (_, make) => {
    const texts = Array.from({ length: count }, make);
    const missed = texts.filter(({ value, text }) => redactText(text, all).includes(value));
    expect(
      missed.length / count,
      missed
        .slice(0, 5)
        .map(({ text }) => text)
        .join('\n'),
    ).toBeLessThanOrEqual(0.02);
  });
});

describe('ordinary text', () => {
  it.each(Object.entries(ordinary))('%s stays in at least 99 of 100 texts', (_, make) => {
    const texts = Array.from({ length: count }, make);
    const wrong = texts.filter((text) => redactText(text, all) !== text);
    expect(wrong.length / count, wrong.slice(0, 5).join('\n')).toBeLessThanOrEqual(0.01);
  });

  it('stays as it is', () => {
    const text =
      'In 1999–2004 the 2 500 m² hall cost € 1.204.500,00 (page 12-14). See RFC 9110, commit 8f14e45fceea167a5a36dedd4bea2543 and https://example.org/a/Zk3Jq9Xw2Lp8Rt5Vb7Nm4Cd6. Read Chapter 12 Main ideas.';
    expect(redactText(text, all)).toBe(text);
  });
});

it('finds people and places where titles, labels and forms tell', () => {
  const text =
    'Dr. Ada Löve and Herr von der Heide met.\n\n**Name:** Grace Hopper\n\nAddress: 12 Quay Lane, Porto\n\nLindenstraße 5a, 10969 Berlin; 221 Baker Street.';
  expect(redactText(text, all)).toBe(
    'Dr. <PERSON> and Herr <PERSON> met.\n\n**Name:** <PERSON>\n\nAddress: <LOCATION>\n\n<LOCATION>; <LOCATION>.',
  );
  expect(redactText('Joan Clarke wrote this. Thanks, Joan Clarke', all, { people: ['Joan Clarke'] })).toBe(
    '<PERSON> wrote this. Thanks, <PERSON>',
  );
});

it('replaces by tags, asterisks or nothing, and only the entities asked for', () => {
  const text = 'Mail ada@example.org or call +49 30 1234567.';
  expect(redactText(text, all)).toBe('Mail <EMAIL> or call <PHONE>.');
  expect(redactText(text, { ...all, replaceStyle: 'mask' })).toBe(`Mail ${'*'.repeat(15)} or call ${'*'.repeat(14)}.`);
  expect(redactText(text, { ...all, replaceStyle: 'remove' })).toBe('Mail  or call .');
  expect(redactText(text, { ...all, entities: ['PHONE'] })).toBe('Mail ada@example.org or call <PHONE>.');
});

it('finds spelled addresses, escaped ones and private keys', () => {
  const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----';
  const text = `Mail **ada\\_l@example.org**, grace [at] example [dot] org or email=x@y.example. ${key} meet at noon. at dot.com`;
  expect(redactText(text, all)).toBe('Mail **<EMAIL>**, <EMAIL> or email=<EMAIL>. <SECRET> meet at noon. at dot.com');
});

it('redacts structured data by its texts and keys', () => {
  const data = {
    name: 'Kettle',
    author: 'Ada',
    phone: 301234567,
    price: 49.9,
    card: 4111111111111111,
    tags: ['x', 'ada@example.org'],
  };
  expect(redactValue(data, all)).toEqual({
    name: 'Kettle',
    author: '<PERSON>',
    phone: '<PHONE>',
    price: 49.9,
    card: '<FINANCIAL>',
    tags: ['x', '<EMAIL>'],
  });
});
