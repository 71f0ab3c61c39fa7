import { type CalendarDate, dueDateIn, monthsBetween, type Reference } from '@morada/domain/base/calendar';
import type { ExpenseCategory } from '@morada/domain/ledger/expense';
import type { Context } from '../context.ts';
import { addMovimentation } from '../modules/ledger/movements/movimentations.service.ts';

type Entry = Omit<Parameters<typeof addMovimentation>[1], 'date'> & { day: number };

const expense = (category: ExpenseCategory, day: number, description: string, price: number, doc?: string): Entry => ({
  ...{ day, description, price, type: 'OUTPUT', subtype: 'OTHER', category, doc },
});
const income = (day: number, description: string, price: number): Entry => ({
  ...{ day, description, price, type: 'INPUT', subtype: 'OTHER' },
});
const sale = (day: number, description: string, price: number, doc: string): Entry => ({
  ...{ day, description, price, type: 'INPUT', subtype: 'SALE', doc },
});
const saleCost = (day: number, description: string, price: number): Entry => ({
  ...{ day, description, price, type: 'OUTPUT', subtype: 'SALE' },
});

/** Latest month first. */
const ELECTRICITY = [41_280, 38_915, 36_740, 34_502, 33_870, 35_128, 37_449, 40_063, 43_217];

const monthly = (ago: number): Entry[] => [
  expense('PREMISES', 5, 'Aluguel da sala', 320_000),
  expense('UTILITIES', 10, 'Internet e telefone', 38_990),
  expense('UTILITIES', 12, 'Energia elétrica', ELECTRICITY[ago] ?? 38_000),
  expense('SERVICES', 15, 'Honorários do contador', 95_000),
];

/** One-off entries, by months ago. */
const ONCE: Record<number, Entry[]> = {
  8: [expense('UPKEEP', 19, 'Impressora e papel timbrado', 187_450, 'NF 1204')],
  7: [sale(17, 'Comissão da venda da casa no Bom Pastor', 2_280_000, 'NF 231')],
  6: [expense('MARKETING', 20, 'Anúncios em portais', 145_000, 'NF 8812'), income(24, 'Reembolso de vistoria', 18_000)],
  5: [expense('SYSTEMS', 9, 'Certificado digital', 24_900)],
  4: [
    sale(14, 'Comissão da venda do apartamento na Rua Halfeld', 1_590_000, 'NF 238'),
    saleCost(16, 'Corretor parceiro, venda na Rua Halfeld', 477_000),
  ],
  3: [expense('MARKETING', 20, 'Anúncios em portais', 145_000, 'NF 9027')],
  2: [
    expense('UPKEEP', 18, 'Manutenção do ar-condicionado', 46_000, 'NF 377'),
    income(25, 'Laudo de avaliação', 85_000),
  ],
  1: [sale(22, 'Comissão da venda do terreno em Salvaterra', 1_140_000, 'NF 245')],
  0: [expense('MARKETING', 18, 'Placas de aluga-se', 68_400, 'NF 5510'), income(19, 'Laudo de avaliação', 85_000)],
};

/** Cash book entries besides rents, up to a day of the month. */
export async function fillCashBook(ctx: Context, month: Reference, upTo: CalendarDate, latest: Reference) {
  const ago = monthsBetween(month, latest);
  for (const { day, ...entry } of [...monthly(ago), ...(ONCE[ago] ?? [])]) {
    const date = dueDateIn(month, day);
    if (date <= upTo) await addMovimentation(ctx, { ...entry, date });
    // What falls due later in the month is to be paid.
    else if (entry.type === 'OUTPUT') await addMovimentation(ctx, { ...entry, due_date: date });
  }
}
