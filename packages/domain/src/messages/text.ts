import { withoutEnd } from '../base/ends.ts';

/** Values of the fields of a text. A field without one is an error of the caller. */
export type FieldValues = Readonly<Record<string, string>>;

const FIELD = /\{\{([^{}]*)\}\}/g;

/** Names of the fields of a text, in their order; a field used twice is named twice. */
export const fieldsOf = (text: string): string[] => [...text.matchAll(FIELD)].map(([, name = '']) => name.trim());

/** What is wrong with a text that staff wrote, as a sentence; undefined when nothing is. */
export function textProblem(text: string, known: readonly string[]): string | undefined {
  const unknown = fieldsOf(text).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `O campo {{${unknown}}} não existe nesta mensagem. Use ${known.map((name) => `{{${name}}}`).join(', ')}.`;
  if (/\{\{|\}\}/.test(text.replace(FIELD, ''))) return 'Há chaves abertas sem fechar: um campo se escreve {{nome}}.';
  return undefined;
}

/** A field and the full stop after it, which a value such as `Costa Ltda.` brings along. */
const FIELD_WITH_STOP = /\{\{([^{}]*)\}\}(\.?)/g;

/** The text with its fields filled in. @throws RangeError for a field without a value. */
export const fillText = (text: string, values: FieldValues): string =>
  text.replace(FIELD_WITH_STOP, (_, name: string, stop: string) => {
    const value = fieldValue(values, name.trim());
    return value.endsWith('.') ? value : value + stop;
  });

function fieldValue(values: FieldValues, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) throw new RangeError(`The field ${name} has no value`);
  return value;
}

/** The text as registered for a WhatsApp template: its fields are numbered, {{1}}, {{2}}. */
export function numberedFields(text: string): string {
  let number = 0;
  return text.replace(FIELD, () => `{{${++number}}}`);
}

/** Longest parameter of a template; the whole message may have 1,024 characters. */
const MAX_PARAMETER = 900;

/** Templates allow no line breaks, no tabs, and no four spaces in a row. */
const inOneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

/** A value as parameter of a template. A longer one is cut after a word, with an ellipsis; an empty one is a dash. */
export function parameterOf(value: string): string {
  const line = inOneLine(value);
  if (line.length <= MAX_PARAMETER) return line || '-';
  const kept = line.slice(0, MAX_PARAMETER);
  const end = kept.lastIndexOf(' ');
  // A single word of that length is cut within.
  return `${withoutEnd(kept.slice(0, end > 0 ? end : MAX_PARAMETER - 1), /[\s.,;:–-]/)}…`;
}

/** Whether a value is cut as parameter of a template. */
export const isParameterCut = (value: string): boolean => inOneLine(value).length > MAX_PARAMETER;

/** Parameters of a text's template, in the order of `numberedFields`. */
export const parametersOf = (text: string, values: FieldValues): string[] =>
  [...text.matchAll(FIELD_WITH_STOP)].map(([, name = '', stop]) => {
    const value = fieldValue(values, name.trim());
    return parameterOf(stop ? value.replace(/\.$/, '') : value);
  });
