import type { RefusedCell } from '@morada/contract/desk/imports';
import type { Cents } from '@morada/domain/base/money';
import { type Asks, plain, Refused } from './cells.map.ts';
import type { Line } from './line.map.ts';

/** Invoices that the daily job issues at once for imported contracts. */
export type FirstInvoices = { invoices: number; total: Cents; overdue: number };

const NO_INVOICES: FirstInvoices = { invoices: 0, total: 0, overdue: 0 };

/** A valid line: the record that it matches, or that it creates. */
export type Accepted<Row> = {
  line: Line;
  code: string;
  row: Row;
  /** Hash of the row's identity: with its code, a second run recognises the row by it. */
  fingerprint: string;
  /** Undefined until a new one is written. */
  id: number | undefined;
  fresh: boolean;
  /** No earlier run recorded this code. */
  learnt: boolean;
  /** Cells that were dropped from the row. */
  leftOut?: readonly { field: string; reason: string }[];
};
type Refusal = { line: Line; code: string; refused: Refused };

export type Validated<Row> = Accepted<Row> | Refusal;

export const isAccepted = <T extends object>(one: T | Refusal): one is T => !('refused' in one);

/** Label by which a person recognises the line. */
const nameOf = (line: Line) => line('nome') || line('inquilino') || line('logradouro');

const said = (line: Line, { field, reason }: { field: string; reason: string }): RefusedCell => ({
  ...{ line: line.number, field, reason, name: nameOf(line), value: line(field), mendable: line.serves(field) },
});

/** Results of a file's lines, by the agency's own codes. */
export class Outcome {
  readonly ids = new Map<string, number>();
  readonly refusedCodes = new Set<string>();
  readonly refusals: (RefusedCell & { code: string })[] = [];
  readonly warnings: RefusedCell[] = [];
  /** By field and word. */
  private readonly words = new Map<string, { field: string; word: string; lines: number }>();
  /** By name. */
  private readonly people = new Map<string, { name: string; lines: number; people: { id: number; label: string }[] }>();
  /** Prices that a person has to confirm, each for its line. */
  readonly doubtfulAmounts: { line: number; field: string; name: string; amount: Cents }[] = [];
  billing: FirstInvoices = NO_INVOICES;
  lines = 0;
  fresh = 0;

  add<Row>(validated: Validated<Row>[]) {
    this.lines += validated.length;
    for (const one of validated) {
      if (isAccepted(one)) {
        if (one.id !== undefined) this.ids.set(one.code, one.id);
        if (!one.fresh) continue;
        this.fresh += 1;
        this.warnings.push(...(one.leftOut ?? []).map((cell) => said(one.line, cell)));
      } else {
        const { field, reason, asks } = one.refused;
        if (asks) this.ask(one.line, field, asks);
        if (field !== 'codigo') this.refusedCodes.add(one.code);
        this.refusals.push({ ...said(one.line, { field, reason }), code: one.code });
      }
    }
  }

  private ask(line: Line, field: string, asks: Asks) {
    if (asks.what === 'word') {
      const key = `${field} ${plain(asks.word)}`;
      const asked = this.words.get(key) ?? { field, word: asks.word, lines: 0 };
      this.words.set(key, { ...asked, lines: asked.lines + 1 });
    } else if (asks.what === 'amount')
      this.doubtfulAmounts.push({ line: line.number, field, name: nameOf(line), amount: asks.amount });
    else {
      const { name, people } = asks;
      const asked = this.people.get(plain(name)) ?? { name, people, lines: 0 };
      this.people.set(plain(name), { ...asked, lines: asked.lines + 1 });
    }
  }

  get unknownWords() {
    return [...this.words.values()].sort((one, other) => other.lines - one.lines);
  }

  get unconfirmedPeople() {
    return [...this.people.values()].sort((one, other) => other.lines - one.lines);
  }

  get known() {
    return this.lines - this.fresh - this.refusals.length;
  }
}

/** Uniqueness of a value within a file, such as its codes. */
export class UniqueValues {
  private readonly seen = new Set<string>();

  claim(value: string, field: string, reason: string) {
    if (this.seen.has(value)) throw new Refused(field, reason);
    this.seen.add(value);
  }

  /** '' in a file without a code column. */
  code(line: Line): string {
    if (!line.serves('codigo')) return '';
    const code = line('codigo');
    if (code === '') throw new Refused('codigo', 'obrigatório');
    if (code.length > 100) throw new Refused('codigo', 'mais de 100 caracteres');
    this.claim(code, 'codigo', 'código repetido');
    return code;
  }
}

/** Parses a line; returns the refusal instead of throwing it. */
export function attempt<T extends object>(line: Line, work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { line, code: line('codigo'), refused: error };
  }
}
