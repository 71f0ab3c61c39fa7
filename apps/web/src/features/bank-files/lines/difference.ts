import type { BankLine } from '@morada/contract/bank/bank-files';
import { invoices, RestChoice } from '@morada/contract/money/invoices';
import type { Cents } from '@morada/domain/base/money';
import { fatesFor, isBalanceDay, type RestFate } from '@morada/domain/rent/rest-fate';
import * as z from 'zod/mini';
import { restChoice } from '#web/entities/invoice/rest-choice.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';

/** The choice for the difference of a line, checked before it is sent. */
export const Difference = z.object({ rest: RestChoice }).check(
  z.refine(({ rest }) => rest.fate !== 'WAIVED' || Boolean(rest.reason), {
    error: 'Informe o motivo da dispensa',
    path: ['rest', 'reason'],
  }),
  z.refine(({ rest }) => rest.fate !== 'OPEN_BALANCE' || !rest.due_date || isBalanceDay(rest.due_date, today()), {
    error: 'O vencimento do saldo fica entre hoje e daqui a um ano',
    path: ['rest', 'due_date'],
  }),
);
export type DifferenceValues = z.input<typeof Difference>;
export type Rest = DifferenceValues['rest'];

/** Above zero too little was paid, below zero too much; zero where nothing is to be chosen. */
export const restOf = ({ payable, found }: BankLine): Cents => (payable && found ? found.rest : 0);

/** The choices for a line, the proposed one first. */
export const fatesOf = (line: BankLine): RestFate[] =>
  fatesFor({
    rest: restOf(line),
    continues: line.found?.continues ?? false,
    mayWaive: may(invoices.anticipate.access),
  });

export const proposed = (line: BankLine): Rest => restChoice(undefined, fatesOf(line), today());
