import type { Keep, Piece } from './flow.ts';
import type { Block } from './rich-blocks.ts';

/** Line of a document, as wide as the page. */
export type Line = Piece & { text: string; tag: Block['tag']; block: number };

/** The longest text between two signatures that still are one block: names, roles, documents, `Testemunhas:`. */
const MAX_LINES_BETWEEN = 8;

const SIGNATURE = /_{20,}/;
const HEADING = /^H\d$/;

const isBlank = ({ text }: Line) => text === '';
const signs = ({ text }: Line) => SIGNATURE.test(text);

/**
 * Says which lines stay on one page. A paragraph leaves at least two lines on either page, a heading or a line ending with a
 * colon stays with what follows, and signatures stay with each other and with the text before them.
 */
export function withKeeps(lines: readonly Line[]): Piece[] {
  const keeps: (Keep | undefined)[] = lines.map((line, index) => keepOf(lines, line, index));
  for (const { start, end, signatures } of signatureBlocks(lines)) {
    for (let index = start; index < end; index++) {
      const line = lines[index];
      if (line && keeps[index] !== 'SOLID') keeps[index] = inSignature(lines, signatures, index) ? 'SOLID' : 'BLOCK';
    }
  }
  return lines.map((line, index) => {
    const keep = keeps[index];
    return keep ? { ...line, keep } : line;
  });
}

function keepOf(lines: readonly Line[], line: Line, index: number): Keep | undefined {
  if (HEADING.test(line.tag) || line.text.endsWith(':')) return 'BLOCK';
  const next = lines[index + 1];
  if (!next || next.block !== line.block) return;
  const first = lines[index - 1]?.block !== line.block;
  const last = lines[index + 2]?.block !== line.block;
  return first || last ? 'LINE' : undefined;
}

type SignatureBlock = { start: number; end: number; signatures: number[] };

/** Signatures that follow each other, from the text before them to the last name. */
function signatureBlocks(lines: readonly Line[]): SignatureBlock[] {
  const blocks: SignatureBlock[] = [];
  lines.forEach((line, index) => {
    if (!signs(line)) return;
    const open = blocks.at(-1);
    const between = open ? lines.slice(open.end + 1, index).filter((one) => !isBlank(one)).length : 0;
    if (open && between <= MAX_LINES_BETWEEN) {
      open.signatures.push(index);
      open.end = endOf(lines, index);
    } else {
      blocks.push({ start: startOf(lines, index), end: endOf(lines, index), signatures: [index] });
    }
  });
  return blocks;
}

/** The line before the first signature; where that is a paragraph of one line, such as place and date, also one before it. */
function startOf(lines: readonly Line[], signature: number) {
  const before = (index: number) => lines.slice(0, index).findLastIndex((line) => !isBlank(line));
  const near = before(signature);
  if (near < 0) return signature;
  const far = before(near);
  return far >= 0 && lines[far]?.block !== lines[near]?.block ? far : near;
}

/** The last line under a signature: its name, role and document. */
function endOf(lines: readonly Line[], signature: number) {
  const alone = lines[signature + 1]?.block !== lines[signature]?.block;
  // A signature that is a paragraph of its own has the name in the next one.
  const block = alone ? lines[signature + 1]?.block : lines[signature]?.block;
  let end = signature;
  while (true) {
    const next = lines[end + 1];
    if (!next || isBlank(next) || signs(next) || HEADING.test(next.tag) || next.block !== block) return end;
    end++;
  }
}

const inSignature = (lines: readonly Line[], signatures: readonly number[], index: number) =>
  signatures.some((signature) => index >= signature && index < endOf(lines, signature));
