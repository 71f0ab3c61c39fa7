import { Refused } from './cells.ts';
import type { Line } from './line.ts';

/** A line that holds: the record that it is already, or that it becomes. */
export type Accepted<Row> = {
  line: Line;
  code: string;
  row: Row;
  /** What makes the row what it is: with its code, a second run knows it by this. */
  fingerprint: string;
  /** 0 until a fresh one is written. */
  id: number;
  fresh: boolean;
  /** No earlier run left this code. */
  learnt: boolean;
};
type Refusal = { line: Line; code: string; refused: Refused };

export type Judged<Row> = Accepted<Row> | Refusal;

export const isAccepted = <T extends object>(one: T | Refusal): one is T => !('refused' in one);

/** What became of a file's lines, by the agency's own codes. */
export class Outcome {
  readonly ids = new Map<string, number>();
  readonly refusedCodes = new Set<string>();
  readonly refusals: { line: number; code: string; field: string; reason: string }[] = [];
  lines = 0;
  fresh = 0;

  add<Row>(judged: Judged<Row>[]) {
    this.lines += judged.length;
    for (const one of judged) {
      if (isAccepted(one)) {
        this.ids.set(one.code, one.id);
        if (one.fresh) this.fresh += 1;
      } else {
        const { field, reason } = one.refused;
        if (field !== 'codigo') this.refusedCodes.add(one.code);
        this.refusals.push({ line: one.line.number, code: one.code, field, reason });
      }
    }
  }

  get known() {
    return this.lines - this.fresh - this.refusals.length;
  }
}

/** What a file says once: its codes, or what stands for them. */
export class Once {
  private readonly seen = new Set<string>();

  claim(value: string, field: string, reason: string) {
    if (this.seen.has(value)) throw new Refused(field, reason);
    this.seen.add(value);
  }

  /** '' in a file that has no column of codes. */
  code(line: Line): string {
    if (!line.serves('codigo')) return '';
    const code = line('codigo');
    if (code === '') throw new Refused('codigo', 'obrigatório');
    if (code.length > 100) throw new Refused('codigo', 'mais de 100 caracteres');
    this.claim(code, 'codigo', 'código repetido');
    return code;
  }
}

/** What a line says, or why it does not come in. */
export function attempt<T extends object>(line: Line, work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { line, code: line('codigo'), refused: error };
  }
}
