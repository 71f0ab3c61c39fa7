import type { WithholdingSearch } from '@morada/contract/fiscal/fiscal.search';
import { withholding } from '@morada/contract/fiscal/fiscal-withholding';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery } from '#web/lib/api/query.ts';

export type Search = z.output<typeof WithholdingSearch>;

export const darfsQuery = (search: Search) => pageQuery(withholding.darfs, { query: search });

export const paymentsQuery = (search: Search) => pageQuery(withholding.payments, { query: search });

export const usePayDarf = () => useMutation(mutation(withholding.pay));

export const useUndoDarf = () => useMutation(mutation(withholding.undo));
