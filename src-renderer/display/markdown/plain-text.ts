import { markdownTokens } from './render-markdown';

type Token = ReturnType<typeof markdownTokens>[number];

/** A paragraph, list item, code block or table as text. */
interface Block {
  readonly text: string;
  /** True for a block in a list. Such blocks are not separated by empty lines. */
  readonly isListed: boolean;
}

/** Returns the text of a line without markup. An image becomes its alternative text, and a link becomes its label. */
function lineText(tokens: readonly Token[]): string {
  const pieces = tokens.map(({ type, content, children }) => {
    if (type === 'softbreak') return ' ';
    if (type === 'hardbreak' || content === '<br>') return '\n';
    if (type === 'image') return lineText(children ?? []);
    return type === 'html_inline' ? '' : content;
  });
  return pieces.join('').trim();
}

/** Collects the blocks of a text. */
function blockList() {
  const blocks: Block[] = [];
  /** Number of the next item in each open list. Undefined for lists without numbers. */
  const lists: (number | undefined)[] = [];
  let marker = '';

  function add(text: string): void {
    if (text.trim() === '') return;
    const indent = '  '.repeat(Math.max(0, lists.length - 1));
    const rest = `\n${indent}${' '.repeat(marker.length)}`;
    blocks.push({ text: `${indent}${marker}${text.replaceAll('\n', rest)}`, isListed: lists.length > 0 });
    marker = ' '.repeat(marker.length);
  }
  function startItem(): void {
    const number = lists.at(-1);
    marker = number === undefined ? '• ' : `${number}. `;
    if (number !== undefined) lists[lists.length - 1] = number + 1;
  }
  function endList(): void {
    lists.pop();
    marker = '';
  }
  return { blocks, lists, add, startItem, endList };
}

/** Converts Markdown to plain text. The cells of a table are separated by tabs. */
export function plainText(markdown: string): string {
  const { blocks, lists, add, startItem, endList } = blockList();
  let table: string[][] | undefined;
  const onToken: Readonly<Record<string, (token: Token) => unknown>> = {
    bullet_list_open: () => lists.push(undefined),
    ordered_list_open: (token) => lists.push(Number(token.attrGet('start') ?? 1)),
    bullet_list_close: endList,
    ordered_list_close: endList,
    list_item_open: startItem,
    table_open: () => {
      table = [];
    },
    tr_open: () => table?.push([]),
    table_close: () => {
      add((table ?? []).map((cells) => cells.join('\t')).join('\n'));
      table = undefined;
    },
    inline: ({ children }) => {
      const text = lineText(children ?? []);
      if (table) table.at(-1)?.push(text.replace(/\s+/g, ' '));
      else add(text);
    },
    fence: ({ content }) => add(content.trimEnd()),
    code_block: ({ content }) => add(content.trimEnd()),
  };
  for (const token of markdownTokens(markdown)) onToken[token.type]?.(token);
  const lines = blocks.map(({ text, isListed }, at) => {
    if (at === 0) return text;
    return (isListed && blocks[at - 1]?.isListed ? '\n' : '\n\n') + text;
  });
  return lines.length > 0 ? `${lines.join('')}\n` : '';
}
