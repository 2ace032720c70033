import render from 'dom-serializer';
import type { ParentNode } from 'domhandler';
import { NodeHtmlMarkdown } from 'node-html-markdown';

/**
 * Converts content with the node-html-markdown package. The package accepts only HTML strings, so the content is
 * serialized and parsed again.
 */
export function convertWithNodeHtmlMarkdown(content: ParentNode): string {
  return NodeHtmlMarkdown.translate(render(content.children), { keepDataImages: true });
}
