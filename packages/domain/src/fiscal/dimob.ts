import { asciiStart, asciiText } from '../base/ascii.ts';
import { type CalendarDate, calendarDate, isCalendarDate, yearOf } from '../base/calendar.ts';
import { type Cents, cents } from '../base/money.ts';
import {
  type Column,
  constructionColumns,
  DECLARANT,
  type DimobGeneration,
  HEADER,
  rentColumns,
  saleColumns,
  TRAILER,
  widthOf,
} from './dimob-layout.ts';

/** Document of a tenant who lives abroad and has neither CPF nor CNPJ. */
export const NON_RESIDENT_DOCUMENT = 'NDP';

/** The document is bare; the name is as registered, with its accents. */
export type DimobPerson = { document: string; name: string };

/** `municipality` is the Receita's code (SIAFI), 4 digits; `cep` is bare. */
export type DimobProperty = { rural: boolean; address: string; cep: string; municipality: string; uf: string };

export type DimobMonth = { rent: Cents; fee: Cents; tax: Cents };

/** A contract as DIMOB names it: `contract_number` has at most 6 characters. */
type DimobContract = { contract_number: string; contract_date: CalendarDate; property: DimobProperty };

/** One owner's part of one contract: 12 months, by the day of the tenant's payment. */
export type DimobRent = DimobContract & { owner: DimobPerson; tenant: DimobPerson; months: readonly DimobMonth[] };

/** Property built or bought to be sold by the declarant itself. */
export type DimobConstruction = DimobContract & { buyer: DimobPerson; price: Cents; paid: Cents };

/** Sale brokered by the declarant. */
export type DimobSale = DimobContract & { buyer: DimobPerson; seller: DimobPerson; price: Cents; commission: Cents };

export const DIMOB_SITUATIONS = {
  '01': 'Extinção',
  '02': 'Fusão',
  '03': 'Incorporação',
  '04': 'Cisão total',
} as const;

export type DimobSituation = keyof typeof DIMOB_SITUATIONS;

export type DimobHead = {
  year: number;
  /** Receipt of the declaration that this one rectifies, 10 digits. */
  rectifies: string | null;
  special: { code: DimobSituation; date: CalendarDate } | null;
  declarant: {
    cnpj: string;
    name: string;
    responsible_cpf: string;
    address: string;
    uf: string;
    municipality: string;
  };
};

type Values = Record<string, string | number>;

const LINE_END = '\r\n';

/**
 * Parts of the file, to be called in this order: lines, each with its CRLF. `rents`, `constructions` and `sales` may be
 * called for one block of rows after another: the sequence numbers go on. Text is folded to ASCII capitals and cut at its
 * column.
 * @throws RangeError when a number or a code does not fit, or an amount is negative; `dimobProblems` names those first.
 */
export function dimobWriter(declaration: DimobHead) {
  const head = { cnpj: declaration.declarant.cnpj, year: declaration.year };
  return {
    *opening() {
      yield written(HEADER, {});
      yield written(DECLARANT, declarantValues(declaration));
    },
    rents: numbered(rentColumns(7), head, rentValues),
    constructions: numbered(constructionColumns(7), head, (one: DimobConstruction) => ({
      ...contractValues(one),
      ...personValues('buyer', one.buyer),
      price: one.price,
      paid: one.paid,
    })),
    sales: numbered(saleColumns(7), head, (one: DimobSale) => ({
      ...contractValues(one),
      ...personValues('buyer', one.buyer),
      ...personValues('seller', one.seller),
      price: one.price,
      commission: one.commission,
    })),
    *closing() {
      yield written(TRAILER, {});
    },
  };
}

function numbered<T>(columns: readonly Column[], head: Values, valuesOf: (row: T) => Values) {
  let sequence = 0;
  return function* lines(rows: Iterable<T>): Generator<string, void, undefined> {
    for (const row of rows) {
      sequence += 1;
      yield written(columns, { ...head, sequence, ...valuesOf(row) });
    }
  };
}

function declarantValues({ year, rectifies, special, declarant }: DimobHead): Values {
  return {
    ...declarant,
    year,
    rectifies: rectifies === null ? 0 : 1,
    receipt: rectifies ?? '',
    is_special: special === null ? 0 : 1,
    special_date: special?.date ?? '',
    special_code: special?.code ?? '',
  };
}

function rentValues(rent: DimobRent): Values {
  const values: Values = {
    ...contractValues(rent),
    ...personValues('owner', rent.owner),
    ...personValues('tenant', rent.tenant),
  };
  rent.months.forEach((month, index) => {
    values[`rent_${index}`] = month.rent;
    values[`fee_${index}`] = month.fee;
    values[`tax_${index}`] = month.tax;
  });
  return values;
}

const contractValues = ({ contract_number, contract_date, property }: DimobContract): Values => ({
  contract_number,
  contract_date,
  zone: property.rural ? 'R' : 'U',
  address: property.address,
  cep: property.cep,
  municipality: property.municipality,
  uf: property.uf,
});

const personValues = (role: string, { document, name }: DimobPerson): Values => ({
  [`${role}_document`]: document,
  [`${role}_name`]: name,
});

function written(columns: readonly Column[], values: Values): string {
  let line = '';
  for (const [name, size, kind] of columns) {
    // The first column of each record is its own name.
    line +=
      kind === 'BLANK' ? ' '.repeat(size) : COLUMN_TEXT[kind](line === '' ? name : (values[name] ?? ''), size, name);
  }
  return line + LINE_END;
}

const COLUMN_TEXT = {
  X: (value: string | number, size: number) => asciiStart(String(value), size).toUpperCase().padEnd(size),
  K: code,
  N: digits,
  M: (value: string | number, size: number, name: string) => digits(cents(Number(value)), size, name),
  D: (value: string | number, size: number) => String(value).split('-').reverse().join('').padStart(size, '0'),
};

function code(value: string | number, size: number, name: string): string {
  const text = asciiText(String(value)).toUpperCase();
  if (text.length > size) throw new RangeError(`${name}: ${text} does not fit in ${size} columns`);
  return text.padEnd(size);
}

function digits(value: string | number, size: number, name: string): string {
  const text = String(value);
  if (!/^\d*$/.test(text)) throw new RangeError(`${name}: ${text} is not a number of digits alone`);
  if (text.length > size) throw new RangeError(`${name}: ${text} does not fit in ${size} columns`);
  return text.padStart(size, '0');
}

export type DimobReading =
  | { declaration: ReadDeclaration; generation: DimobGeneration; problem?: never }
  | { problem: string };

type ReadDeclaration = DimobHead & { rents: DimobRent[]; constructions: DimobConstruction[]; sales: DimobSale[] };

/**
 * Reads a file of either generation, with 7 or 5 digits of sequence. Names and addresses come back as written: in
 * capitals, cut. `problem` is a Portuguese sentence naming the line.
 */
export function readDimob(text: string): DimobReading {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  if (!lines[0]?.startsWith('DIMOB'))
    return { problem: 'Este arquivo não é da DIMOB: a primeira linha não começa com DIMOB' };
  const head = lines[1]?.startsWith('R01') ? readHead(lines[1]) : undefined;
  if (!head) return { problem: 'A linha 2 não é o registro R01 da DIMOB' };
  const rows = lines.slice(2, -1);
  if (!lines.at(-1)?.startsWith('T9')) return { problem: 'O arquivo está cortado: falta a última linha, T9' };
  const generation = rows.some((line) => fits(line, 5)) ? 5 : 7;
  const wrong = rows.findIndex((line) => !fits(line, generation));
  if (wrong >= 0) {
    return {
      problem: `A linha ${wrong + 3} não é de um registro R02, R03 ou R04 da DIMOB, ou tem outro tamanho, letras onde vão números ou um dia que não existe`,
    };
  }
  const of = (type: string, columns: readonly Column[]) =>
    rows.filter((line) => line.startsWith(type)).map((line) => read(columns, line));
  const declaration = {
    ...head,
    rents: of('R02', rentColumns(generation)).map(readRent),
    constructions: of('R03', constructionColumns(generation)).map((values) => ({
      ...readContract(values),
      buyer: readPerson(values, 'buyer'),
      price: Number(values('price')),
      paid: Number(values('paid')),
    })),
    sales: of('R04', saleColumns(generation)).map((values) => ({
      ...readContract(values),
      buyer: readPerson(values, 'buyer'),
      seller: readPerson(values, 'seller'),
      price: Number(values('price')),
      commission: Number(values('commission')),
    })),
  };
  return { declaration, generation };
}

const COLUMNS: Record<string, (generation: DimobGeneration) => readonly Column[]> = {
  R02: rentColumns,
  R03: constructionColumns,
  R04: saleColumns,
};

function fits(line: string, generation: DimobGeneration): boolean {
  const columns = COLUMNS[line.slice(0, 3)]?.(generation);
  return columns !== undefined && isOf(columns, line);
}

/**
 * Whether the line has the length of its columns, and digits and days where they belong; other programs leave some numbers
 * blank, and the day of a special situation where there is none.
 */
function isOf(columns: readonly Column[], line: string): boolean {
  if (line.length !== widthOf(columns)) return false;
  let from = 0;
  return columns.every(([name, size, kind]) => {
    const text = line.slice(from, from + size);
    from += size;
    if (kind === 'D') return isCalendarDate(readDay(text)) || (name === 'special_date' && /^[0 ]*$/.test(text));
    return kind === 'X' || kind === 'K' || kind === 'BLANK' || (kind === 'M' ? /^\d+$/ : /^[\d ]+$/).test(text);
  });
}

type Read = (name: string) => string;

function read(columns: readonly Column[], line: string): Read {
  const values = new Map<string, string>();
  let from = 0;
  for (const [name, size, kind] of columns) {
    const text = line.slice(from, from + size);
    values.set(name, kind === 'D' ? readDay(text) : text.trimEnd());
    from += size;
  }
  return (name) => values.get(name) ?? '';
}

const readDay = (text: string) => `${text.slice(4)}-${text.slice(2, 4)}-${text.slice(0, 2)}`;

function readHead(line: string): DimobHead | undefined {
  if (!isOf(DECLARANT, line)) return undefined;
  const values = read(DECLARANT, line);
  const code = values('special_code');
  const day = values('special_date');
  if (isSituation(code) && !isCalendarDate(day)) return undefined;
  return {
    year: Number(values('year')),
    rectifies: values('rectifies') === '1' ? values('receipt') : null,
    special: isSituation(code) ? { code, date: calendarDate(day) } : null,
    declarant: {
      cnpj: values('cnpj'),
      name: values('name'),
      responsible_cpf: values('responsible_cpf'),
      address: values('address'),
      uf: values('uf'),
      municipality: values('municipality'),
    },
  };
}

const isSituation = (code: string): code is DimobSituation => code in DIMOB_SITUATIONS;

const readRent = (values: Read): DimobRent => ({
  ...readContract(values),
  owner: readPerson(values, 'owner'),
  tenant: readPerson(values, 'tenant'),
  months: Array.from({ length: 12 }, (_, index) => ({
    rent: Number(values(`rent_${index}`)),
    fee: Number(values(`fee_${index}`)),
    tax: Number(values(`tax_${index}`)),
  })),
});

const readContract = (values: Read): DimobContract => ({
  contract_number: values('contract_number'),
  contract_date: calendarDate(values('contract_date')),
  property: {
    rural: values('zone') === 'R',
    address: values('address'),
    cep: values('cep'),
    municipality: values('municipality'),
    uf: values('uf'),
  },
});

const readPerson = (values: Read, role: string): DimobPerson => ({
  document: values(`${role}_document`),
  name: values(`${role}_name`),
});

/** Whether IPTU, condominium and the like, received with the rent, count as rent: two schools, chosen by the agency. */
export const DIMOB_SCHOOLS = {
  RENT: 'Só o aluguel e seus encargos',
  OBLIGATIONS: 'Aluguel, encargos, IPTU, condomínio e outras obrigações',
} as const;

export type DimobSchool = keyof typeof DIMOB_SCHOOLS;

/** What one payment, or its reversal (below zero), brought to one owner. */
export type DimobReceipt = {
  owner_id: number;
  proposal_id: number;
  tenant_id: number;
  /** Day the tenant paid the agency. */
  received_on: CalendarDate;
  /** Rent with its late charges. */
  income: Cents;
  obligations: Cents;
  fee: Cents;
  tax: Cents;
};

export type DimobRow = { owner_id: number; proposal_id: number; tenant_id: number; months: DimobMonth[] };

/**
 * Receipts of one calendar year by owner, contract and tenant, in that order; 12 months each.
 * @throws RangeError when the receipts are of two years.
 */
export function dimobRows(receipts: Iterable<DimobReceipt>, school: DimobSchool): DimobRow[] {
  const rows = new Map<string, DimobRow>();
  let year: number | undefined;
  for (const { owner_id, proposal_id, tenant_id, received_on, ...amounts } of receipts) {
    year ??= yearOf(received_on);
    if (yearOf(received_on) !== year) throw new RangeError(`${received_on} is not of ${year}`);
    const key = `${owner_id} ${proposal_id} ${tenant_id}`;
    const row = rows.get(key) ?? { owner_id, proposal_id, tenant_id, months: emptyMonths() };
    rows.set(key, row);
    const month = row.months[Number(received_on.slice(5, 7)) - 1];
    if (!month) throw new RangeError(`${received_on} has no month`);
    month.rent = cents(month.rent + amounts.income + (school === 'OBLIGATIONS' ? amounts.obligations : 0));
    month.fee = cents(month.fee + amounts.fee);
    month.tax = cents(month.tax + amounts.tax);
  }
  return [...rows.values()].toSorted(
    (one, other) =>
      one.owner_id - other.owner_id || one.proposal_id - other.proposal_id || one.tenant_id - other.tenant_id,
  );
}

const emptyMonths = (): DimobMonth[] => Array.from({ length: 12 }, () => ({ rent: 0, fee: 0, tax: 0 }));
