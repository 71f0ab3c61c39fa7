import type { AccountingSearch } from '@morada/contract/fiscal/fiscal.search';
import { accounting } from '@morada/contract/fiscal/fiscal-accounting';
import type { Reference } from '@morada/domain/base/calendar';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query, WHILE_EDITED } from '#web/lib/api/query.ts';

export type Search = z.output<typeof AccountingSearch>;

export const monthQuery = (month: Reference | undefined) => query(accounting.month, { query: { month } });

export const entriesQuery = (search: Search) => pageQuery(accounting.entries, { query: search });

export const chartQuery = { ...query(accounting.chart, {}), ...WHILE_EDITED };

export const useSaveChart = () => useMutation(recordMutation(accounting.setChart, chartQuery));

export const useMakeFile = () => useMutation(mutation(accounting.create));
