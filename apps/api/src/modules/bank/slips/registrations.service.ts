import { issueBoleto } from '@morada/domain/bank/boleto-banks';
import type { Context, Db } from '#api/context.ts';
import { leaveTrails, writeTrail } from '#api/db/trail.ts';
import * as queries from './registrations.queries.ts';

/**
 * REGISTERED and REFUSED answer a remittance; TAKEN_BACK: the bank dropped the boleto, on our request or by its own
 * rules.
 */
export type RegistrationNotice = 'REGISTERED' | 'REFUSED' | 'TAKEN_BACK';

type Notice = { boleto_id: number; told: RegistrationNotice; note: string | null };

/** Applies the bank's registration notices of a return file to boletos, in the order of the file. Idempotent. */
export async function applyRegistrations(trx: Db, ctx: Context, notices: readonly Notice[]) {
  const found = await queries.lockBoletos(
    trx,
    notices.map(({ boleto_id }) => boleto_id),
  );
  const boletos = new Map(found.map((boleto) => [boleto.id, boleto]));
  const canceled = new Set<number>();
  const moved: { id: number; registration: [string, string] }[] = [];
  for (const { boleto_id, told, note } of notices) {
    const boleto = boletos.get(boleto_id);
    if (!boleto) continue;
    if (told === 'TAKEN_BACK' && boleto.status === 'OPEN') {
      canceled.add(boleto.id);
      Object.assign(boleto, { status: 'CANCELED', version: boleto.version + 1 });
    }
    const registration = told === 'TAKEN_BACK' ? 'NONE' : told;
    if (boleto.registration === registration && boleto.registration_note === note) continue;
    // A boleto that was cancelled before the bank first answered still has to be cancelled there.
    const isNews = boleto.registration === 'NONE' || boleto.registration === 'REFUSED';
    const cancel_due = told === 'REGISTERED' && (boleto.cancel_due || (boleto.status === 'CANCELED' && isNews));
    moved.push({ id: boleto.id, registration: [boleto.registration, registration] });
    Object.assign(boleto, { registration, registration_note: note, cancel_due, version: boleto.version + 1 });
  }
  await queries.setRegistrations(
    trx,
    found.map((boleto) => ({ ...boleto, closed: canceled.has(boleto.id) })),
  );
  await leaveTrails(trx, ctx, 'boleto', [...canceled], 'cancel');
  await writeTrail(
    trx,
    moved.map(({ id: record_id, registration }) => ({
      ...{ actor: ctx.actor, record: 'boleto', record_id, action: 'registration', changes: { registration } },
    })),
  );
}

// Operations for the calls of a bank's API.

export type { Numbers } from './registrations.queries.ts';
export const boletosToWithdraw = queries.findToWithdraw;
export const whenSent = queries.markSent;
export const whenToldOfCancellation = queries.markToldOfCancellation;
export const takeNumbersOfBank = queries.setNumbers;

/** Numbers boletos that a bank was to number and that go to it by file after all. */
export async function numberForFile(trx: Db) {
  const unnumbered = await queries.lockUnnumbered(trx);
  if (unnumbered.length === 0) return;
  await queries.setNumbers(
    trx,
    unnumbered.map(({ id, bank, fields, ...issue }) => {
      const { nosso_numero, barcode, digitable_line } = issueBoleto({ ...fields, bank }, issue);
      return {
        ...{ id, nosso_numero: nosso_numero.bare, shown: nosso_numero.shown, barcode, digitable_line },
        ...{ pix: null, hybrid_until: null },
      };
    }),
  );
}

export const renewPayers = queries.renewPayers;

/** The boleto of each QR code that a bank made for one, by the txid with which the code is paid. */
export const boletosOfCodes = queries.findOfCodes;
