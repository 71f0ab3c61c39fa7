import type { BankEntry } from '@morada/domain/bank/bank-entry';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { sql } from 'kysely';
import { systemContext } from '#api/context.ts';
import { inTransaction } from '#api/db/transaction.ts';
import { takePaymentBack } from '#api/modules/bank/receipts/given-back.service.ts';
import { receiveEach } from '#api/modules/bank/receipts/receipts.service.ts';
import type { startApp } from '../harness.ts';

type App = Pick<Awaited<ReturnType<typeof startApp>>, 'db' | 'deps'>;
export type Arrived = { invoice: number; amount: Cents; paid_on: CalendarDate };

let marks = 0;
const endToEnd = (number: number) => `E60746948202603161200${String(number).padStart(11, '0')}`;
const entryOf = ({ invoice, amount, paid_on }: Arrived, line: number): BankEntry => ({
  ...{ line, label: `Pix da fatura ${invoice}`, occurrence: 'Pix recebido', kind: 'SETTLED', mark: endToEnd(++marks) },
  account: { bank: null, agency: null, account: null },
  ...{ numbers: [], digitable_line: null, pix_invoice: invoice, amount: null, paid_amount: amount, due_date: null },
  ...{ paid_on, credited_on: paid_on, fine_and_interest: 0, discount: 0, fee: 0, problem: null, row: null },
  assigned: null,
});

/** Pix that a bank reports, in the transaction of `app.db` if it is one. Answers the lines that wait for a person, in order. */
export const arrived = (app: App, ...payments: Arrived[]): Promise<number[]> =>
  receiveAll(
    app,
    'PIX',
    payments.map((payment, index) => entryOf(payment, index + 1)),
  );

type ArrivedBoleto = Omit<Arrived, 'invoice'> & { nosso_numero: string; bank: string; agency: string | undefined };

/** A payment of a boleto that its bank reports by a call. */
export const arrivedBoleto = (app: App, { nosso_numero, bank, agency, ...paid }: ArrivedBoleto): Promise<number[]> =>
  receiveAll(app, 'BOLETO', [
    {
      ...entryOf({ invoice: 0, ...paid }, 1),
      ...{ label: `Boleto ${nosso_numero}`, occurrence: 'Boleto pago', mark: null, pix_invoice: null },
      ...{ numbers: [nosso_numero], account: { bank, agency: agency ?? null, account: null } },
    },
  ]);

async function receiveAll(app: App, kind: 'PIX' | 'BOLETO', all: readonly BankEntry[]): Promise<number[]> {
  const lines: number[] = [];
  await inTransaction(app.db, (trx) =>
    receiveEach(trx, systemContext(app.deps), all, {
      linesOf: async (_, entries) => ({
        ...{ kind, name: 'Pagamentos recebidos', entries },
        fingerprint: `arrived ${++marks} ${entries.map(({ label }) => label).join()}`,
      }),
      record: async (_, __, id) => lines.push(...(await linesOf(trx, id))),
    }),
  );
  return lines;
}

/** The bank gives back in full the Pix of an invoice that arrived. */
export async function givenBack({ db, deps }: App, invoice: number): Promise<void> {
  const ctx = systemContext(deps);
  const file = await db
    .selectFrom('bank_file')
    .select(['id', 'entries'])
    .where(sql<boolean>`entries @> ${JSON.stringify([{ pix_invoice: invoice }])}::jsonb`)
    .executeTakeFirstOrThrow();
  const entry = (file.entries as BankEntry[]).find(({ pix_invoice }) => pix_invoice === invoice);
  if (!entry) throw new RangeError('no Pix of this invoice has arrived');
  const names = [`pix ${entry.mark}`];
  const fault = await db
    .transaction()
    .execute((trx) => takePaymentBack(trx, ctx, { names, entry, file_id: file.id, invoice_id: invoice, by: 'PIX' }));
  if (fault) throw fault;
}

/** Lines of a file that wait for a person. */
const linesOf = async (db: App['db'], file: number): Promise<number[]> =>
  (
    await db
      .selectFrom('bank_line')
      .select('id')
      .where('file_id', '=', file)
      .where('state', '=', 'OPEN')
      .orderBy('line')
      .execute()
  ).map(({ id }) => id);
