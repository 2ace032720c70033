import render from 'dom-serializer';
import type { ParentNode } from 'domhandler';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import type { ConvertOptions } from './visitor';

/** Writes markdown with the node-html-markdown package: it parses the serialised content once more. */
export function convertWithNodeHtmlMarkdown(content: ParentNode, options: ConvertOptions): string {
  const markdown = NodeHtmlMarkdown.translate(render(content.children), { keepDataImages: true });
  if (options.removeBase64Images === false) return markdown;
  return markdown.replace(/(!\[[^\]]*\])\(data:image\/[^)\s]*\)/g, '$1(<Base64-Image-Removed>)');
}
