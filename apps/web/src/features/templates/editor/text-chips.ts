import type { TemplateProblem } from '@morada/domain/template/template-tree';
import { TEMPLATE_VOCABULARY } from '@morada/domain/template/template-variables';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { type ChipName, chipName } from '#web/features/templates/chip-words.ts';

/** The two kinds of node that hold a name: within a line of text, and a line of its own. */
export const CHIP = 'variable';
export const LINE = 'blockLine';

/** A chip as it stands in the text. */
export type Chip = ChipName & {
  pos: number;
  size: number;
  /** Path of the enclosing elements, as the domain sees it; both ends of a block must share it. */
  place: string;
  /** The other end of a block. */
  partner?: Chip;
  troubles: Set<TemplateProblem['kind']>;
};

const MAX_DEPTH = 4;

/**
 * Every chip of a text, in order, blocks with both ends. The domain says what is wrong with a template, in words; this
 * walks the same way over the text as it is being written, only to find where.
 */
export function chipsOf(doc: Node): Chip[] {
  const chips: Chip[] = [];
  const open: Chip[] = [];

  doc.descendants((node, pos) => {
    if (node.type.name !== CHIP && node.type.name !== LINE) return;
    const name = chipName(String(node.attrs.name));
    const chip: Chip = { ...name, pos, size: node.nodeSize, place: placeIn(doc.resolve(pos)), troubles: new Set() };
    chips.push(chip);
    if (chip.kind !== 'close') checkName(chip, open);
    if (chip.kind === 'open') enter(chip, open);
    if (chip.kind === 'close') close(chip, open);
  });
  for (const chip of open) chip.troubles.add('UNCLOSED');
  return chips;
}

/** A paragraph that holds only marks does not count: it is removed with them. */
function placeIn(at: ResolvedPos): string {
  const { parent } = at;
  const isBare = parent.isTextblock && parent.children.every((node) => isMark(node) || node.textContent.trim() === '');
  const depth = isBare ? at.depth - 1 : at.depth;
  return Array.from({ length: depth + 1 }, (_, level) => at.node(level).type.name).join('>');
}

const isMark = (node: Node) => node.type.name === CHIP && chipName(String(node.attrs.name)).kind !== 'variable';

function checkName(chip: Chip, open: readonly Chip[]) {
  const { variables, blocks } = TEMPLATE_VOCABULARY;
  const known = (chip.kind === 'open' ? blocks : variables).get(chip.name);
  if (!known) chip.troubles.add('UNKNOWN');
  else if (known.within && !open.some(({ name, negated }) => name === known.within && !negated)) {
    chip.troubles.add('MISPLACED');
  }
}

function enter(chip: Chip, open: Chip[]) {
  const depth = open.filter(({ troubles }) => !troubles.has('NESTED')).length;
  if (depth >= MAX_DEPTH || open.some(({ name }) => name === chip.name)) chip.troubles.add('NESTED');
  open.push(chip);
}

/** The end meets the nearest beginning of its name; those that were opened since never close. */
function close(end: Chip, open: Chip[]) {
  const at = open.findLastIndex(({ name }) => name === end.name);
  const [start, ...later] = at < 0 ? [] : open.splice(at);
  for (const chip of later) chip.troubles.add('UNCLOSED');
  if (!start) {
    end.troubles.add('UNOPENED');
    return;
  }
  start.partner = end;
  end.partner = start;
  if (start.place !== end.place) start.troubles.add('CROSSED');
}

/** Range of a problem in the document; undefined when its text has changed since the check. */
export function placeOf(doc: Node, { kind, name }: TemplateProblem): { from: number; to: number } | undefined {
  const chip = chipsOf(doc).find((one) => one.name === name && one.troubles.has(kind));
  return chip ? { from: chip.pos, to: chip.pos + chip.size } : bracesIn(doc);
}

function bracesIn(doc: Node) {
  let place: { from: number; to: number } | undefined;
  doc.descendants((node, pos) => {
    const at = node.isText && !place ? (node.text ?? '').indexOf('{{') : -1;
    if (at >= 0) place = { from: pos + at, to: pos + at + 2 };
  });
  return place;
}
