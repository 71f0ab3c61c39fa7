import { type DebtDelivery, type DebtNoticeCreate, debtPaperProblems } from '@morada/contract/collection/debt-papers';
import { sum } from '@morada/domain/base/money';
import { debtNotice, noticeText } from '@morada/domain/debt-papers/debt-notice';
import type { DebtRow } from '@morada/domain/debt-papers/debt-statement';
import { addressLine } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail, writeTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { canMail } from '#api/mail/mail.service.ts';
import { holdProposal } from '#api/modules/lease/contracts/proposals.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { queueMessages } from '../messages/messages.service.ts';
import { type Contract, type Debtor, findAgency, findContract, findDebtors } from './debt.queries.ts';
import { debtOf } from './debt.service.ts';
import { noticePdf } from './papers.pdf.ts';
import * as queries from './register.queries.ts';

type NoticeOf = {
  contract: Contract;
  recipient: Debtor;
  rows: readonly DebtRow[];
  agency: { name: string; phone?: string | null | undefined };
};

const noticeOf = ({ contract, recipient, rows, agency }: NoticeOf) =>
  debtNotice({
    recipient: recipient.name,
    role: recipient.role,
    tenant: contract.tenant,
    property: addressLine(contract),
    rows,
    agency: { name: agency.name, phone: agency.phone ?? null },
  });

/**
 * Issues the notice before a listing to each of the people, about every overdue invoice. An e-mail is sent through the
 * outbox, which records its delivery; staff register the delivery of a letter.
 */
export function issueNotices(ctx: Context, proposalId: number, { clients, way }: z.output<typeof DebtNoticeCreate>) {
  return change(ctx, async (trx) => {
    await holdProposal(trx, proposalId);
    const { contract, statement } = await debtOf(trx, proposalId, ctx.today());
    if (statement.rows.length === 0) throw debtPaperProblems.DEBT_NONE();
    const debtors = await findDebtors(trx, proposalId, ctx.today());
    const chosen = [...new Set(clients)].map((id) => debtors.find((debtor) => debtor.id === id));
    const recipients = chosen.flatMap((debtor) => debtor ?? []);
    if (recipients.length < chosen.length) throw debtPaperProblems.DEBT_PERSON({ field: 'clients' });
    if (way === 'EMAIL' && !canMail(ctx)) throw debtPaperProblems.NOTICE_MAIL_OFF();
    if (way === 'EMAIL' && recipients.some(({ email }) => !email)) throw debtPaperProblems.NOTICE_NO_EMAIL();
    if (way === 'LETTER' && recipients.some(({ street }) => !street)) throw debtPaperProblems.NOTICE_NO_ADDRESS();

    const rows = statement.rows;
    const amount = sum(rows.map(({ total }) => total));
    const ids = await queries.insertEntries(
      trx,
      recipients.map(({ id, role }) => ({
        ...{
          proposal_id: proposalId,
          client_id: id,
          role,
          kind: 'NOTICE' as const,
          done_on: statement.day,
          way,
          amount,
        },
        ...{ body: null, protocol: null, reason: null, figures: rows, admin_user_id: ctx.actor.id },
      })),
      rows.map(({ invoice_id }) => invoice_id),
    );
    if (way === 'EMAIL') {
      const agency = await findAgency(trx);
      await queueMessages(
        trx,
        recipients.map((recipient, index) => {
          const notice = noticeOf({ contract, recipient, rows, agency });
          return {
            key: queries.noticeKey(present(ids[index], 'the notice')),
            about: ids[index],
            ...{ kind: 'NOTICE' as const, client: recipient.id, contract: proposalId, channels: ['EMAIL'] as const },
            ...{ subject: notice.subject, text: noticeText(notice) },
          };
        }),
      );
    }
    await writeTrail(
      trx,
      ids.map((id) => ({
        ...{ actor: ctx.actor, record: 'debt_register', record_id: id, action: 'create' },
        changes: { proposal_id: proposalId, kind: 'NOTICE', way, amount },
      })),
    );
    await notify(trx, 'debt');
    return { ids };
  });
}

async function findNotice(db: Db, id: number) {
  const [entry] = await queries.findEntries(db, { id });
  if (entry?.kind !== 'NOTICE') throw debtPaperProblems.DEBT_ENTRY_NOT_FOUND();
  const contract = await findContract(db, entry.proposal_id);
  if (!contract) throw debtPaperProblems.DEBT_ENTRY_NOT_FOUND();
  const recipient = (await findDebtors(db, entry.proposal_id, entry.done_on)).find(
    (debtor) => debtor.id === entry.client.id,
  );
  // Who answered for nothing on that day is known by name alone.
  const known = recipient ?? { ...NO_DATA, ...entry.client, role: entry.role };
  return { entry, contract, recipient: known };
}

const NO_DATA = {
  ...{ document: '', email: null, phone: null, street: null, number: null, complement: null },
  ...{ neighborhood: null, city: null, state: null, cep: null },
};

/** The notice with the values of the day on which it was issued. */
export async function printedNotice(ctx: Pick<Context, 'db'>, id: number, agency: Letterhead) {
  const { entry, contract, recipient } = await findNotice(ctx.db, id);
  const notice = noticeOf({ contract, recipient, rows: entry.figures, agency });
  return noticePdf({ notice, contract, recipient, day: entry.done_on, agency });
}

export const printNotice = async (ctx: Context, id: number) => printedNotice(ctx, id, await letterheadOf(ctx));

/** Registers the day on which a notice was delivered: its term counts from there. */
export const deliverNotice = (ctx: Context, id: number, { delivered_on, protocol }: z.output<typeof DebtDelivery>) =>
  change(ctx, async (trx) => {
    const locked = await queries.lockEntry(trx, id);
    if (locked?.kind !== 'NOTICE') throw debtPaperProblems.DEBT_ENTRY_NOT_FOUND();
    if (locked.undone_at) throw debtPaperProblems.ENTRY_UNDONE();
    if (delivered_on < locked.done_on || delivered_on > ctx.today()) throw debtPaperProblems.NOTICE_DAY();
    const [entry] = await queries.findEntries(trx, { id });
    if (entry?.delivered_on || !(await queries.setDelivery(trx, id, delivered_on, protocol ?? null)))
      throw debtPaperProblems.NOTICE_DELIVERED();
    await leaveTrail(trx, ctx, 'debt_register', id, 'deliver', { delivered_on, protocol });
    await notify(trx, 'debt');
  });
