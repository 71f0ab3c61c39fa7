import { invoiceProblems } from '@morada/contract/money/invoices';
import type { Refusal } from '@morada/domain/base/life-cycle';

/** The problem that the life of an invoice names. */
export const refusedBy = ({ refusal }: Refusal) => invoiceProblems[refusal as keyof typeof invoiceProblems]();
