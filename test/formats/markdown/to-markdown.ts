import MarkdownIt from 'markdown-it';
import { parseHtml } from '../../../core/page/documents/parse-html';
import { convert } from '../../../plugins/formats/markdown/convert';

/** Converts HTML to Markdown. */
export const toMarkdown = (html: string, options: Parameters<typeof convert>[1] = {}): string =>
  convert(parseHtml(html).document, options).markdown;

const renderer = new MarkdownIt({ html: true }).enable(['table', 'strikethrough']);

/** Renders Markdown as GitHub-flavoured HTML. */
export const toHtml = (markdown: string): string => renderer.render(markdown);
