import { type CashRow, isOwn } from './movimentation-queries.ts';

/** The record behind a row, as the address names it: `invoice-10431`. */
export type CashWindow = { what: 'invoice' | 'transfer' | 'movimentation'; id: number };

export function windowOf(row: CashRow): CashWindow | undefined {
  if (isOwn(row)) return { what: 'movimentation', id: row.id };
  if (row.transfer_id !== null) return { what: 'transfer', id: row.transfer_id };
  return row.invoice_id === null ? undefined : { what: 'invoice', id: row.invoice_id };
}

const WORDS = { invoice: 'fatura', transfer: 'repasse', movimentation: 'movimentação' };

export const windowName = ({ what, id }: CashWindow) => `${WORDS[what]} ${id}`;

export const writeWindow = ({ what, id }: CashWindow) => `${what}-${id}`;

export function readWindow(text: string | undefined): CashWindow | undefined {
  const [, what, id] = /^(invoice|transfer|movimentation)-(\d{1,15})$/.exec(text ?? '') ?? [];
  return what && id ? { what: what as CashWindow['what'], id: Number(id) } : undefined;
}
