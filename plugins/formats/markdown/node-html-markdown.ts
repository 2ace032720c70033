import render from 'dom-serializer';
import type { ParentNode } from 'domhandler';
import { NodeHtmlMarkdown } from 'node-html-markdown';

/** Writes markdown with the node-html-markdown package: it parses the serialised content once more. */
export function convertWithNodeHtmlMarkdown(content: ParentNode): string {
  return NodeHtmlMarkdown.translate(render(content.children), { keepDataImages: true });
}
