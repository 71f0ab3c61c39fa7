import { TEMPLATE_BLOCKS, TEMPLATE_VOCABULARY } from '@morada/domain/template/template-variables';

/** Meaning of a chip: `inquilino.nome`, or a block mark: `#conjuge`, `^conjuge`, `/conjuge`. */
export type ChipName = { kind: 'variable' | 'open' | 'close'; name: string; negated: boolean };

export function chipName(written: string): ChipName {
  const sign = written.charAt(0);
  if (sign === '/') return { kind: 'close', name: written.slice(1).trim(), negated: false };
  if (sign === '#' || sign === '^') return { kind: 'open', name: written.slice(1).trim(), negated: sign === '^' };
  return { kind: 'variable', name: written, negated: false };
}

/** Label of a chip; an unknown name is shown as written. */
export function chipWords(written: string): string {
  const { kind, name, negated } = chipName(written);
  if (kind === 'variable') return TEMPLATE_VOCABULARY.variables.get(name)?.label ?? `{{${written}}}`;
  const condition = conditionOf(name);
  if (condition === undefined) return `{{${written}}}`;
  if (kind === 'close') return `Fim: ${lowerFirst(condition)}`;
  return negated ? opposite(condition) : condition;
}

/** Short label: inside a line an end mark needs no name, as its content stands before it. */
export const shortChipWords = (written: string) => (written.startsWith('/') ? 'fim' : chipWords(written));

function conditionOf(name: string): string | undefined {
  const variable = TEMPLATE_VOCABULARY.variables.get(name)?.label;
  const block = TEMPLATE_BLOCKS.find((one) => one.name === name)?.label;
  return block ?? (variable && `Se houver ${lowerFirst(variable)}`);
}

/** `Para cada fiador` → `Se não há fiador`, `Se o inquilino tem cônjuge` → `Se o inquilino não tem cônjuge`. */
const opposite = (condition: string) =>
  condition
    .replace(/^Para cada /, 'Se não há ')
    .replace(/^Se houver /, 'Se não houver ')
    .replace(' tem ', ' não tem ');

/** An abbreviation stays: RG, CPF/CNPJ. */
const lowerFirst = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Without accents and case, as people search. */
export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
