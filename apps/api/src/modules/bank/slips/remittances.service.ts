import { boletoProblems, type RemittanceRow } from '@morada/contract/bank/boletos';
import { type Agreement, boletoBank } from '@morada/domain/bank/boleto-banks';
import { daysAtBank } from '@morada/domain/bank/boleto-terms';
import { payerProblems, type Remittance, type RemittanceBoleto } from '@morada/domain/bank/cnab/remittance';
import { type CalendarDate, yearOf } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail, leaveTrails } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { takeRemittanceNumber } from '#api/modules/registry/agency/numbers.service.ts';
import { findAgency } from './issue.queries.ts';
import { type BoletoProvider, byFile } from './provider.export.ts';
import { numberForFile, whenSent, whenToldOfCancellation } from './registrations.service.ts';
import * as queries from './remittances.queries.ts';

type Waiting = queries.WaitingBoleto;
type Left = { boleto_id: number; invoice_id: number; reason: string };

/**
 * Writes one remittance for one agreement, the active one first, with everything not yet sent to its bank. Boletos
 * that the bank would refuse stay, with the reason.
 */
export async function remit(ctx: Context, provider: BoletoProvider = byFile) {
  const { id, left } = await change(ctx, async (trx) => {
    const { agreement_id, agreement, waiting } = await findWaiting(trx, provider);
    const draft = await draftOf(trx, ctx, agreement);
    const checked = waiting.map((boleto) => ({ boleto, reason: reasonAgainst(boleto, draft, provider, ctx.today()) }));
    const left = checked.flatMap(({ boleto, reason }): Left[] =>
      reason ? [{ boleto_id: boleto.id, invoice_id: boleto.invoice_id, reason }] : [],
    );
    const told = checked.filter(({ reason }) => reason === undefined).map(({ boleto }) => boleto);
    if (told.length === 0) return { id: null, left };
    return { id: await tell(trx, ctx, { agreement_id, draft, told, provider }), left };
  });
  return { remittance: id === null ? null : await showRemittance(ctx, id), left };
}

async function findWaiting(trx: Db, provider: BoletoProvider) {
  await numberForFile(trx);
  const all = await queries.lockWaiting(trx);
  if (all.length === 0) throw boletoProblems.NOTHING_TO_REMIT();
  const agreements = await queries.findAgreements(trx, [...new Set(all.map(({ agreement_id }) => agreement_id))]);
  const served = agreements.find(({ bank }) => provider.serves(bank));
  if (!served) throw boletoProblems.NO_REMITTANCE();
  const agreement: Agreement = { ...served.fields, bank: served.bank };
  return {
    agreement_id: served.id,
    agreement,
    waiting: all.filter(({ agreement_id }) => agreement_id === served.id),
  };
}

/** Draft of a remittance, without its boletos and its sequence number. */
async function draftOf(trx: Db, ctx: Context, agreement: Agreement): Promise<Remittance> {
  const { name, cnpj } = await findAgency(trx);
  if (!cnpj) throw boletoProblems.AGENCY_INCOMPLETE();
  const company = { name, document: cnpj };
  return { agreement, company, created_on: ctx.today(), created_at: '000000', sequence: 1, boletos: [] };
}

/** Reason why the bank would refuse the boleto. A cancellation skips payer and due date, which the bank accepted. */
function reasonAgainst(boleto: Waiting, draft: Remittance, provider: BoletoProvider, today: CalendarDate) {
  if (boleto.movement === 'REGISTER') {
    const [problem] = payerProblems(boleto.slip.payer);
    if (problem) return `${problem}.`;
    if (boleto.due_date < today) return 'Está vencido: gere outro boleto.';
  }
  return fits({ ...draft, boletos: [asRemitted(boleto, draft.agreement)] }, provider)
    ? undefined
    : 'Os dados deste boleto não cabem no arquivo do banco.';
}

function fits(remittance: Remittance, provider: BoletoProvider): boolean {
  try {
    provider.tell(remittance);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function asRemitted(boleto: Waiting, agreement: Agreement): RemittanceBoleto {
  const { id, movement, number, issued_on, due_date, amount, slip } = boleto;
  const bank = boletoBank(agreement.bank);
  if (!bank) throw new RangeError(`No boletos of bank ${agreement.bank}`);
  return {
    movement,
    nosso_numero: bank.nossoNumero(agreement, number, yearOf(issued_on)),
    document_number: slip.document_number,
    company_use: String(id),
    issued_on,
    due_date,
    amount,
    fine: slip.bank_charges?.fine ?? null,
    interest: slip.bank_charges?.interest ?? null,
    keep_days: daysAtBank(slip.bank_charges),
    instructions: [],
    payer: slip.payer,
  };
}

type Telling = { agreement_id: number; draft: Remittance; told: readonly Waiting[]; provider: BoletoProvider };

async function tell(trx: Db, ctx: Context, { agreement_id, draft, told, provider }: Telling): Promise<number> {
  const { sequence, time } = await takeRemittanceNumber(trx, agreement_id);
  const boletos = told.map((boleto) => asRemitted(boleto, draft.agreement));
  const file = provider.tell({ ...draft, created_at: time, sequence, boletos });
  const [sent, canceled] = (['REGISTER', 'CANCEL'] as const).map((movement) =>
    told.filter((boleto) => boleto.movement === movement),
  ) as [Waiting[], Waiting[]];
  const id = await queries.insertRemittance(
    trx,
    {
      agreement_id,
      sequence,
      ...file,
      boletos: told.length,
      amount: sum(sent.map(({ amount }) => amount)),
      admin_user_id: ctx.actor.id,
    },
    told,
  );
  await whenSent(trx, idsOf(sent));
  await whenToldOfCancellation(trx, idsOf(canceled));
  await leaveTrails(trx, ctx, 'boleto', idsOf(told), 'remit');
  await leaveTrail(trx, ctx, 'remittance', id, 'create', { sequence, boletos: told.length });
  return id;
}

const idsOf = (boletos: readonly Waiting[]) => boletos.map(({ id }) => id);

async function showRemittance(ctx: Context, id: number): Promise<RemittanceRow> {
  const [remittance] = await queries.findRemittances(ctx.db, id);
  if (!remittance) throw boletoProblems.REMITTANCE_NOT_FOUND();
  return remittance;
}

export const listRemittances = (ctx: Context): Promise<RemittanceRow[]> => queries.findRemittances(ctx.db);

export async function remittanceFile(ctx: Context, id: number) {
  const file = await queries.findFile(ctx.db, id);
  if (!file) throw boletoProblems.REMITTANCE_NOT_FOUND();
  if (file.content === '') throw boletoProblems.REMITTANCE_EMPTIED();
  return file;
}
