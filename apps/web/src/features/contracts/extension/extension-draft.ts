import type { Answer } from '@morada/contract/base/endpoint';
import { givenDate, percent } from '@morada/contract/base/fields';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import type { readjustments } from '@morada/contract/lease/readjustments';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { formatDate } from '@morada/domain/base/calendar';
import type { BasisPoints } from '@morada/domain/base/money';
import { defaultNewEnd, extensionBounds, isExtension } from '@morada/domain/lease/extension';
import {
  proposeReadjustment,
  READJUSTMENT_BASES,
  type ReadjustmentBase,
  type ReadjustmentProposal,
  readjustmentDay,
} from '@morada/domain/lease/readjustment';
import * as z from 'zod/mini';
import type { ContractTerms } from '#web/features/contracts/terms/contract-values.ts';
import { isDue } from '#web/features/contracts/terms/rent.ts';

export type Preview = Answer<typeof readjustments.preview>;

const BASES = Object.keys(READJUSTMENT_BASES) as [ReadjustmentBase, ...ReadjustmentBase[]];
const WHOLE: BasisPoints = 10_000;

/** Form values: the new end, and the base of the readjustment. NONE leaves the rent unchanged. */
export const extensionSchema = (end: CalendarDate | undefined) =>
  z
    .object({
      end_date: givenDate('Informe a data final do contrato'),
      base: z.enum([...BASES, 'NONE']),
      percent: z.nullable(percent),
      charge_rest: z.boolean(),
    })
    .check(
      z.refine(({ end_date }) => !end || isExtension(end, end_date), {
        path: ['end_date'],
        message: end ? outOfBounds(end) : undefined,
      }),
      z.refine((draft) => draft.base !== 'MANUAL' || (draft.percent !== null && draft.percent > -WHOLE), {
        path: ['percent'],
        message: 'Informe o percentual do reajuste',
      }),
    );

export type ExtensionDraft = z.input<ReturnType<typeof extensionSchema>>;

function outOfBounds(end: CalendarDate): string {
  const { from, to } = extensionBounds(end);
  return `Escolha um dia de ${formatDate(from)} a ${formatDate(to)}`;
}

/** A contract that is due for readjustment is readjusted with its extension by default. */
export const firstDraft = (
  proposal: ProposalDetail,
  preview: Preview | undefined,
  { today, readjusts }: { today: CalendarDate; readjusts: boolean },
): ExtensionDraft => ({
  end_date: defaultNewEnd(proposal.end_date, today),
  base: readjusts || isDue(proposal, today) ? firstBase(proposal, preview) : 'NONE',
  percent: null,
  charge_rest: true,
});

/** The contract's own index, or by hand where it is not known. */
export function firstBase({ readjustment_index: own }: ProposalDetail, preview: Preview | undefined): ReadjustmentBase {
  const known = preview?.indices.some(({ index, percent }) => index === own && percent !== null);
  return known || !preview ? own : 'MANUAL';
}

/** Undefined where the rent stays as it is, or the rate is not known yet. */
export function proposed(
  { current_price, start_date, next_readjustment: next, readjusts_down }: ProposalDetail,
  base: ExtensionDraft['base'],
  rate: BasisPoints | undefined,
  today: CalendarDate,
): ReadjustmentProposal | undefined {
  if (base === 'NONE' || rate === undefined || rate <= -WHOLE || next === null) return undefined;
  const next_readjustment = readjustmentDay(next, today);
  const contract = { current_price, start_date, next_readjustment, allows_decrease: readjusts_down };
  return proposeReadjustment(contract, base, rate);
}

/** The part of the call that readjusts. */
export const readjustmentBody = (
  base: ExtensionDraft['base'],
  made: ReadjustmentProposal | undefined,
): Pick<ContractTerms, 'current_price' | 'next_readjustment' | 'readjustment'> =>
  made && base !== 'NONE'
    ? {
        current_price: made.after,
        next_readjustment: made.next_readjustment,
        readjustment: { index: base === 'MANUAL' ? null : base, percent: made.rate },
      }
    : {};
