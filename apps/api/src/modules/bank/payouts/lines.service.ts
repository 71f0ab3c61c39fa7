import type { PaymentLine, PaymentOrdered } from '@morada/contract/money/payments';
import { bankName } from '@morada/domain/bank/banks';
import { type Payment, paymentProblems } from '@morada/domain/bank/cnab/payment';
import { paymentIdentifiers } from '@morada/domain/bank/joint-payment';
import { type PayoutAccount, payeeOf, payoutTarget, targetLabel } from '@morada/domain/bank/payouts/payout';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import type { Db } from '#api/context.ts';
import { type Payee, payeesOf } from '#api/modules/money/transfers/payees.service.ts';
import { findPayable } from './payments.queries.ts';

type Row = Awaited<ReturnType<typeof findPayable>>[number];

/** A transfer to be ordered: its line on screen, and the order to store; null if it can't be ordered. */
export type Payable = {
  line: PaymentLine;
  ordered: PaymentOrdered | null;
  /** Payment that already contains it. */
  ordered_in: number | null;
};

/** Transfers that still exist, soonest due first. */
export async function payableOf(
  db: Db,
  ids: number[],
  { today, perOwner }: { today: CalendarDate; perOwner: boolean },
): Promise<Payable[]> {
  if (ids.length === 0) return [];
  const [rows, payees] = await Promise.all([findPayable(db, ids), payeesOf(db, ids, today)]);
  const payables = rows.map((row) => payable(row, payees(row.id)));
  const identifiers = paymentIdentifiers(
    payables.flatMap(({ line, ordered }) =>
      ordered && line.problems.length === 0
        ? [{ ...line, id: line.transfer_id, user_id: line.user.id, document: ordered.target.document, to: ordered.to }]
        : [],
    ),
    perOwner,
  );
  return payables.map((of) => ({ ...of, line: { ...of.line, payment: identifiers.get(of.line.transfer_id) ?? null } }));
}

function payable(row: Row, { account, changed }: Payee): Payable {
  const user = { id: row.user_id, name: row.owner };
  const ordered = account && orderedTo(row, account);
  return {
    line: {
      transfer_id: row.id,
      user,
      proposal_id: row.proposal_id,
      property: addressLine(row),
      due_date: row.due_date,
      amount: row.amount,
      target: ordered?.target ?? null,
      bank_changed: changed,
      payment: null,
      problems: [...stateProblems(row), ...accountProblems(row, account, ordered)],
    },
    ordered: ordered && { user, ...ordered },
    ordered_in: row.ordered_in,
  };
}

function orderedTo(row: Row, account: PayoutAccount): Pick<PaymentOrdered, 'target' | 'to'> | null {
  const to = payoutTarget(account);
  if (!to) return null;
  const { name, document } = payeeOf(account, { name: row.owner, document: row.cpf_cnpj });
  const bank = to.kind === 'ACCOUNT' ? to.bank : null;
  return {
    to,
    target: {
      kind: to.kind,
      label: targetLabel(to),
      bank,
      bank_name: bank && bankName(bank),
      holder: name,
      document,
      is_own: document === row.cpf_cnpj,
    },
  };
}

function stateProblems({ status, ordered_in }: Row): string[] {
  if (status === 'DONE') return ['Este repasse já foi efetuado.'];
  return ordered_in === null ? [] : [`Já está no pagamento ${ordered_in}.`];
}

function accountProblems(
  row: Row,
  account: PayoutAccount | null,
  ordered: Pick<PaymentOrdered, 'target' | 'to'> | null,
): string[] {
  if (!account) return ['Nenhuma conta cadastrada'];
  if (!ordered) return ['Faltam banco, agência ou conta, e não há chave Pix válida'];
  const identifier = `REPASSE ${row.id}`;
  return paymentProblems(paymentOf({ identifier, amount: row.amount, ordered, pay_on: row.due_date }));
}

/** The payment as a record of the bank's file. */
export function paymentOf(of: {
  identifier: string;
  amount: number;
  ordered: Pick<PaymentOrdered, 'target' | 'to'>;
  pay_on: CalendarDate;
}): Payment {
  const { holder: name, document } = of.ordered.target;
  return {
    identifier: of.identifier,
    pay_on: of.pay_on,
    amount: of.amount,
    payee: { name, document },
    target: of.ordered.to,
  };
}
