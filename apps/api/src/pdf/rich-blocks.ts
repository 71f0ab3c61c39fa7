import { type AnyNode, Element, type ParentNode, Text } from 'domhandler';
import { onDemand } from '../base/on-demand.ts';

export type Run = { text: string; bold: boolean; italic: boolean; underline: boolean; strike: boolean };
export type Align = 'left' | 'right' | 'center' | 'justify';
export type Block = {
  tag: 'P' | 'H1' | 'H2' | 'H3' | 'LI' | 'BlockQuote' | 'Rule';
  align: Align;
  /** Steps from the left margin. */
  indent: number;
  /** Marker of a list item: `•`, `3.` */
  marker?: string;
  /** Runs of each line; the author's line breaks separate them. */
  lines: Run[][];
};

const parser = onDemand<typeof import('htmlparser2')>('htmlparser2');

type Style = Omit<Run, 'text'>;
type Place = { style: Style; indent: number; tag: Block['tag'] };

const PLAIN: Style = { bold: false, italic: false, underline: false, strike: false };
const HEADS: Record<string, Block['tag']> = { h1: 'H1', h2: 'H2', h3: 'H3' };
const STYLES: Record<string, Partial<Style>> = {
  strong: { bold: true },
  em: { italic: true },
  u: { underline: true },
  s: { strike: true },
};

/** Markup of the editor as a list of paragraphs with runs of text; other tags contribute only their text. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;

  const start = (block: Omit<Block, 'lines'>) => {
    open = { ...block, lines: [[]] };
    blocks.push(open);
  };
  const say = (text: string, { style, indent, tag }: Place) => {
    if (!open) {
      if (text.trim() === '') return;
      start({ tag, align: 'left', indent });
    }
    open?.lines.at(-1)?.push({ ...style, text });
  };

  const walk = (parent: ParentNode, place: Place, list?: { ordered: boolean; number: number }) => {
    for (const node of parent.children) visit(node, place, list);
  };
  const visit = (node: AnyNode, place: Place, list?: { ordered: boolean; number: number }) => {
    if (node instanceof Text) return say(node.data.replace(/[ \t\r\n]+/g, ' '), place);
    if (!(node instanceof Element)) return;
    const { name } = node;
    if (name === 'br') {
      open?.lines.push([]);
    } else if (name === 'hr') {
      open = undefined;
      blocks.push({ tag: 'Rule', align: 'left', indent: 0, lines: [] });
    } else if (name === 'p' || name in HEADS) {
      // The first paragraph of an item continues after its marker.
      const inItem = open?.tag === 'LI' && isBlank(open);
      if (!inItem) start({ tag: HEADS[name] ?? place.tag, align: alignOf(node), indent: place.indent });
      walk(node, place);
      open = inItem ? open : undefined;
    } else if (name === 'ul' || name === 'ol') {
      open = undefined;
      walk(node, { ...place, indent: place.indent + 1 }, { ordered: name === 'ol', number: 0 });
    } else if (name === 'li') {
      if (list) list.number += 1;
      const marker = list?.ordered ? `${list.number}.` : '•';
      start({ tag: 'LI', align: 'justify', indent: place.indent, marker });
      walk(node, { ...place, tag: 'P' });
      open = undefined;
    } else if (name === 'blockquote') {
      open = undefined;
      walk(node, { ...place, indent: place.indent + 1, tag: 'BlockQuote' });
      open = undefined;
    } else {
      walk(node, { ...place, style: { ...place.style, ...STYLES[name] } }, list);
    }
  };
  walk(parser().parseDocument(html), { style: PLAIN, indent: 0, tag: 'P' });
  return blocks;
}

const isBlank = ({ lines }: Block) => lines.every((runs) => runs.length === 0);

function alignOf(node: Element): Align {
  const said = /text-align:\s*(left|right|center|justify)/.exec(node.attribs.style ?? '')?.[1];
  return (said as Align | undefined) ?? 'justify';
}
