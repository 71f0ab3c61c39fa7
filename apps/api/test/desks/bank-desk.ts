import type { BankFile, BankFilePreview } from '@morada/contract/bank/bank-files';
import { barcode, digitableLine } from '@morada/domain/bank/boleto';
import type { Agreement } from '@morada/domain/bank/boleto-banks';
import type { BankCharges } from '@morada/domain/bank/slip';
import { addDays, type CalendarDate, earlier } from '@morada/domain/base/calendar';
import { expect } from 'vitest';
import { startJobs } from '#api/jobs.ts';
import type { startApp } from '../harness.ts';
import { form } from '../pictures.ts';
import { until } from '../until.ts';

type App = Awaited<ReturnType<typeof startApp>>;
/** A database with its factories. */
type Agency = Pick<App, 'db' | 'client' | 'invoice'>;
type Content = string | Uint8Array;

/** Actions of the window "Efetuar baixa", with the real worker. */
export async function bankDesk(app: App, staff = app.as('BOLETO_DOWN')) {
  const jobs = await startJobs(app.deps, app.pool, app.app.log, { crontab: '', pollInterval: 1_000 });

  const send = (content: Content, name = 'retorno.ret') =>
    staff.put('/boleto/down?preview=1', form(Buffer.from(content), name, { type: 'application/octet-stream' }));
  /** The call of the specification, without a preview. The answer is returned once its run has ended. */
  async function down(content: Content, name = 'retorno.ret') {
    const answer = await staff.put(
      '/boleto/down',
      form(Buffer.from(content), name, { type: 'application/octet-stream' }),
    );
    await until(
      () => app.db.selectFrom('bank_file').select('id').where('status', '=', 'RUNNING').execute(),
      (running) => running.length === 0,
    );
    return answer;
  }

  async function preview(content: Content, name?: string) {
    const answer = await send(content, name);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<BankFilePreview>();
  }

  const show = async (id: number) => (await staff.get(`/boleto/down/${id}`)).json<BankFilePreview>();

  /** The file once its run has ended. Polls the status alone, since each preview matches every line again. */
  async function finished(id: number) {
    await until(
      () => app.db.selectFrom('bank_file').select('status').where('id', '=', id).executeTakeFirst(),
      (file) => file?.status !== 'RUNNING' && file?.status !== 'UNDOING',
    );
    return show(id);
  }

  async function settle(id: number, accept: number[] = [], rests?: object[]) {
    const answer = await staff.post(`/boleto/down/${id}/settle`, { accept, ...(rests && { rests }) });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<BankFile>().id).toBe(id);
    return finished(id);
  }

  async function undo(id: number) {
    const answer = await staff.post(`/boleto/down/${id}/undo`);
    expect(answer.statusCode, answer.body).toBe(200);
    return finished(id);
  }

  const assign = (id: number, line: number, invoice_id: number | null) =>
    staff.put(`/boleto/down/${id}/line/${line}`, { invoice_id });

  return { jobs, send, down, preview, show, settle, undo, assign, finished };
}

export type Titled = {
  nosso_numero: string;
  amount: number;
  due_date: CalendarDate;
  issued_on?: CalendarDate;
  status?: 'OPEN' | 'CANCELED';
  shown?: string;
  bank_charges?: BankCharges | null;
  name?: string;
};

/** An agreement with these fields, in addition to existing ones. */
export async function agreementOf({ db }: Pick<Agency, 'db'>, { bank, ...fields }: Agreement) {
  const made = await db
    .insertInto('bank_agreement')
    .values({ bank, fields: JSON.stringify(fields), active: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: made.id, bank };
}

/** An invoice and its boleto, numbered as in a bank's file. */
export async function titled(app: Agency, agreement: { id: number; bank: string }, title: Titled) {
  const { amount, due_date, nosso_numero, status = 'OPEN', shown = nosso_numero } = title;
  const tenant = await app.client(title.name === undefined ? {} : { name: title.name });
  const start_date = '2025-11-01';
  const bill = await app.invoice({ user_id: tenant.id, current_price: amount, start_date, reference: '2025-12' });
  // Bank files are of all years: invoice and contract must predate the payment.
  await app.db
    .updateTable('invoice')
    .set({ due_date, issued_on: addDays(due_date, -30) })
    .where('id', '=', bill.id)
    .execute();
  await app.db
    .updateTable('proposal')
    .set({ start_date: earlier(start_date, addDays(due_date, -90)) })
    .where('id', '=', bill.proposal_id)
    .execute();
  const code = barcode({
    bank: agreement.bank,
    amount,
    due_date,
    free_field: nosso_numero.padStart(25, '0').slice(-25),
  });
  const { id } = await app.db
    .insertInto('boleto')
    .values({
      ...{ invoice_id: bill.id, proposal_id: bill.proposal_id, agreement_id: agreement.id, number: bill.id },
      ...{ nosso_numero, due_date, amount, barcode: code, digitable_line: digitableLine(code), status },
      issued_on: title.issued_on ?? addDays(due_date, -30),
      canceled_at: status === 'CANCELED' ? new Date() : null,
      slip: JSON.stringify({
        nosso_numero: shown,
        bank_charges: title.bank_charges ?? null,
        lines: [],
        instructions: [],
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, invoice_id: bill.id, digitable_line: digitableLine(code), ...title };
}
