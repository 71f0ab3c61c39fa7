import { TEMPLATE_BLOCKS, TEMPLATE_VARIABLES } from '@morada/domain/template/template-variables';
import { chipWords, plain } from './chip-words.ts';

/** Text that the list beside the editor inserts. */
export type Insertion = {
  /** As a chip writes it: `inquilino.nome`, `#conjuge`. */
  written: string;
  label: string;
  /** Its value in the example; absent for a block. */
  example?: string;
};

export type InsertionGroup = { title: string; below?: string; insertions: Insertion[] };

/** Values that a contract may lack, and whose sentence then goes with them. */
const OPTIONAL = ['contrato.desconto', 'contrato.caucao'];

const block = (written: string): Insertion => ({ written, label: chipWords(written) });

const BLOCKS: InsertionGroup = {
  title: 'Blocos',
  below: 'Selecione o trecho que só aparece quando é o caso, ou comece numa linha vazia.',
  insertions: [
    ...TEMPLATE_BLOCKS.flatMap(({ name }) => [
      block(`#${name}`),
      // There is always an owner.
      ...(name === 'proprietarios' ? [] : [block(`^${name}`)]),
    ]),
    ...OPTIONAL.map((name) => block(`#${name}`)),
  ],
};

/** Where variables that belong to one of several people are written. */
const withinWords = (within: string | undefined) =>
  within && `Dentro do bloco “${TEMPLATE_BLOCKS.find(({ name }) => name === within)?.label}”.`;

const VARIABLES: InsertionGroup[] = [...Map.groupBy(TEMPLATE_VARIABLES, ({ group }) => group).entries()].map(
  ([title, variables]) => ({
    title,
    below: withinWords(variables.find(({ within }) => within)?.within),
    insertions: variables.map(({ name, label, example }) => ({ written: name, label, example })),
  }),
);

export const INSERTIONS: readonly InsertionGroup[] = [BLOCKS, ...VARIABLES];

/** Every word typed is in the name, the label or the example; groups that hold nothing of it go. */
export function findInsertions(typed: string): InsertionGroup[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const matches = ({ title }: InsertionGroup, { written, label, example = '' }: Insertion) => {
    const text = plain(`${title} ${written} ${label} ${example}`);
    return words.every((word) => text.includes(word));
  };
  return INSERTIONS.map((group) => ({
    ...group,
    insertions: group.insertions.filter((insertion) => matches(group, insertion)),
  })).filter(({ insertions }) => insertions.length > 0);
}

const MAX_INSERTIONS = 8;

/**
 * Suggestions for `{{` and the letters after it; `#`, `^` and `/` stand for blocks. `unclosed` are the blocks without
 * an end.
 */
export function suggestInsertions(typed: string, unclosed: readonly string[]): Insertion[] {
  const sign = /^[#^/]/.exec(typed)?.[0];
  const found = findInsertions(typed.replace(/^[#^/]/, '').replaceAll('.', ' ')).flatMap(
    ({ insertions }) => insertions,
  );
  if (sign === '/') return unclosed.map((name) => block(`/${name}`));
  if (sign) {
    const names = new Set(found.map(({ written }) => written.replace(/^[#^]/, '')));
    return [...names].slice(0, MAX_INSERTIONS).map((name) => block(sign + name));
  }
  return [...found.filter(({ example }) => example), ...found.filter(({ example }) => !example)].slice(
    0,
    MAX_INSERTIONS,
  );
}
