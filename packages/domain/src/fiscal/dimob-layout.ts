/**
 * Columns of DIMOB's records, in order. X is text with blanks after it, cut when it is longer; K a code, written like
 * text and never cut; N digits with zeros before them; D a day as DDMMAAAA; M an amount in centavos. A blank column is
 * reserved. Source: the program's layout (PGD 2.8) with sequence numbers of 7 digits; the earlier generation has 5.
 */
export type Column = readonly [name: string, size: number, kind: 'X' | 'K' | 'N' | 'D' | 'M' | 'BLANK'];

export type DimobGeneration = 5 | 7;

const declarant = [
  ['cnpj', 14, 'K'],
  ['year', 4, 'N'],
] as const;

const property: readonly Column[] = [
  ['zone', 1, 'K'],
  ['address', 60, 'X'],
  ['cep', 8, 'N'],
  ['municipality', 4, 'N'],
  ['reserved', 20, 'BLANK'],
  ['uf', 2, 'K'],
  ['reserved', 10, 'BLANK'],
];

const person = (role: string): Column[] => [
  [`${role}_document`, 14, 'K'],
  [`${role}_name`, 60, 'X'],
];

const months = Array.from({ length: 12 }, (_, index): Column[] => [
  [`rent_${index}`, 14, 'M'],
  [`fee_${index}`, 14, 'M'],
  [`tax_${index}`, 14, 'M'],
]).flat();

const numbered = (type: string, generation: DimobGeneration): Column[] => [
  [type, 3, 'K'],
  ...declarant,
  ['sequence', generation, 'N'],
];

export const HEADER: readonly Column[] = [
  ['DIMOB', 5, 'K'],
  ['reserved', 369, 'BLANK'],
];

export const DECLARANT: readonly Column[] = [
  ['R01', 3, 'K'],
  ...declarant,
  ['rectifies', 1, 'N'],
  ['receipt', 10, 'N'],
  ['is_special', 1, 'N'],
  ['special_date', 8, 'D'],
  ['special_code', 2, 'N'],
  ['name', 60, 'X'],
  ['responsible_cpf', 11, 'K'],
  ['address', 120, 'X'],
  ['uf', 2, 'K'],
  ['municipality', 4, 'N'],
  ['reserved', 20, 'BLANK'],
  ['reserved', 10, 'BLANK'],
];

export const rentColumns = (generation: DimobGeneration): readonly Column[] => [
  ...numbered('R02', generation),
  ...person('owner'),
  ...person('tenant'),
  ['contract_number', 6, 'K'],
  ['contract_date', 8, 'D'],
  ...months,
  ...property,
];

export const constructionColumns = (generation: DimobGeneration): readonly Column[] => [
  ...numbered('R03', generation),
  ...person('buyer'),
  ['contract_number', 6, 'K'],
  ['contract_date', 8, 'D'],
  ['price', 14, 'M'],
  ['paid', 14, 'M'],
  ...property,
];

export const saleColumns = (generation: DimobGeneration): readonly Column[] => [
  ...numbered('R04', generation),
  ...person('buyer'),
  ...person('seller'),
  ['contract_number', 6, 'K'],
  ['contract_date', 8, 'D'],
  ['price', 14, 'M'],
  ['commission', 14, 'M'],
  ...property,
];

export const TRAILER: readonly Column[] = [
  ['T9', 2, 'K'],
  ['reserved', 100, 'BLANK'],
];

export const widthOf = (columns: readonly Column[]) => columns.reduce((width, [, size]) => width + size, 0);
