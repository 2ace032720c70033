import { Parser } from 'htmlparser2';

/** XML event handlers. Names are passed without their namespace prefix. */
interface XmlHandler {
  readonly open: (name: string, attribs: Readonly<Record<string, string>>) => void;
  readonly text?: (data: string) => void;
  readonly close?: (name: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses XML as a stream of events, without building a tree. Entities defined in the file are not expanded. */
export function readXml(xml: string, { open, text, close }: XmlHandler): void {
  const parser = new Parser(
    {
      onopentag: (name, attribs) => {
        for (const key in attribs) if (key.includes(':')) attribs[localName(key)] ??= attribs[key] ?? '';
        open(localName(name), attribs);
      },
      ontext: (data) => text?.(data),
      onclosetag: (name) => close?.(localName(name)),
    },
    { xmlMode: true },
  );
  parser.end(xml);
}
