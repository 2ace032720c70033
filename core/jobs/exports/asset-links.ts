/** An image or link in Markdown. */
export interface MarkdownLink {
  /** Destination as written, without escapes. */
  readonly url: string;
  readonly isImage: boolean;
  /** Position of the destination in the Markdown. */
  readonly start: number;
  readonly end: number;
}

const escapes = /\\([!-/:-@[-`{-~])/g;

/** Returns the inline images and links of Markdown in their order, without those in code. */
export async function markdownLinks(markdown: string): Promise<readonly MarkdownLink[]> {
  const { parse, postprocess, preprocess } = await import('micromark');
  const document = parse().document();
  const open: string[] = [];
  const links: MarkdownLink[] = [];
  for (const [step, { type, start, end }] of postprocess(document.write(preprocess()(markdown, undefined, true)))) {
    if (type === 'image' || type === 'link') {
      if (step === 'enter') open.push(type);
      else open.pop();
    }
    if (type !== 'resourceDestinationString' || step !== 'enter') continue;
    const url = markdown.slice(start.offset, end.offset).replaceAll('&amp;', '&').replace(escapes, '$1');
    links.push({ url, isImage: open.at(-1) === 'image', start: start.offset, end: end.offset });
  }
  return links;
}

/** Replaces the destinations for which `targetOf` returns another one. */
export function withTargets(
  markdown: string,
  links: readonly MarkdownLink[],
  targetOf: (link: MarkdownLink) => string | undefined,
): string {
  let text = '';
  let at = 0;
  for (const link of links.toSorted((one, other) => one.start - other.start)) {
    text += markdown.slice(at, link.start) + (targetOf(link) ?? markdown.slice(link.start, link.end));
    at = link.end;
  }
  return text + markdown.slice(at);
}
