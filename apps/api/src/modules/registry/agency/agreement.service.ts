import { type AgreementChange, agencyProblems } from '@morada/contract/registry/agency';
import { changeAgreement } from '@morada/domain/bank/agreement-change';
import { boletoBank } from '@morada/domain/bank/boleto-banks';
import { yearOf } from '@morada/domain/base/calendar';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { requireConfirmed } from '#api/modules/access/credentials/confirmed.service.ts';
import { askSecondPerson, changeOrAsk } from '#api/modules/access/users/second-person.service.ts';
import { tellAdministrators } from '#api/modules/access/users/watch.service.ts';
import { updateAgency } from './agency.queries.ts';
import { AGENCY, lockAgency, presented } from './agency.service.ts';
import * as queries from './agreement.queries.ts';

type Given = z.output<typeof AgreementChange>;

/** What an agreement has beside the account where its boletos are received. */
const OF_NO_ACCOUNT: ReadonlySet<string> = new Set(['payment_agreement', 'last_number']);

/**
 * Replaces the active agreement. One that was used is deactivated, never overwritten: its boletos and payments refer to
 * it.
 */
export function setAgreement(ctx: Context, given: Given) {
  return changeOrAsk(ctx, async (trx) => {
    const agency = await lockAgency(trx, ctx);
    await queries.lockAgreements(trx);
    const kept = await queries.findAgreements(trx);
    const before = kept.find(({ active }) => active);
    const wanted = wantedOf(given, before);
    const { id, last_number, isTaken } = changeAgreement(kept, {
      ...wanted,
      last_number: given.last_number ?? undefined,
    });
    if (isTaken) throw agencyProblems.AGREEMENT_NUMBER_TAKEN();
    const changes = difference(before ? told(before) : {}, told({ ...wanted, last_number }));
    if (Object.keys(changes).length === 0) return presented(trx, agency);
    if (!ctx.agreed) requireConfirmed(ctx);
    const waits =
      Object.keys(changes).some((field) => !OF_NO_ACCOUNT.has(field)) &&
      (await askSecondPerson(trx, ctx, {
        ...{ kind: 'AGREEMENT', record_id: null, about: null, input: given },
        what: 'mudar o convênio dos boletos, com a conta em que são recebidos',
      }));
    if (waits) return waits;
    const sequences = numberedUpTo(kept.filter(({ bank }) => bank === wanted.bank));
    const numbered_year = given.last_number == null ? sequences.numbered_year : yearOf(ctx.today());
    const agreement = { ...wanted, ...sequences, numbered_year, last_number, fields: JSON.stringify(wanted.fields) };
    await queries.retireAgreements(trx);
    if (id === undefined) await queries.insertAgreement(trx, agreement);
    else await queries.updateAgreement(trx, id, { ...agreement, active: true });
    const after = await updateAgency(trx, {});
    await leaveTrail(trx, ctx, 'agency', AGENCY, 'agreement', changes);
    await tellAdministrators(trx, ctx, 'mudou o convênio dos boletos, com a conta em que são recebidos');
    return presented(trx, after);
  });
}

/**
 * Wanted values of the row: only the fields that the bank asks for. An absent payment agreement is kept if the bank
 * stays the same.
 */
function wantedOf({ bank, fields, payment_agreement }: Given, before: queries.AgreementRow | undefined) {
  const asked = boletoBank(bank)?.fields ?? [];
  return {
    bank,
    fields: Object.fromEntries(asked.map(({ key }) => [key, (fields[key] ?? '').toUpperCase()])),
    payment_agreement:
      payment_agreement === undefined && before?.bank === bank ? before.payment_agreement : (payment_agreement ?? null),
  };
}

/** Highest year and sequence number used at the bank so far: banks refuse a file number a second time. */
const numberedUpTo = (ofBank: queries.AgreementRow[]) => ({
  numbered_year: Math.max(0, ...ofBank.map((row) => row.numbered_year)),
  remittance_sequence: Math.max(0, ...ofBank.map((row) => row.remittance_sequence)),
  payment_sequence: Math.max(0, ...ofBank.map((row) => row.payment_sequence)),
});

/** Values of the agreement as recorded in the trail, field by field. */
const told = (agreement: Pick<queries.AgreementRow, 'bank' | 'fields' | 'payment_agreement' | 'last_number'>) => {
  const { bank, fields, payment_agreement, last_number } = agreement;
  return { bank, ...fields, payment_agreement, last_number } as Record<string, unknown>;
};
