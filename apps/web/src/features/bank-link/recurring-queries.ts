import { type RecurringSettingChange, recurrences } from '@morada/contract/bank/recurrences';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

export type RecurringValues = z.input<typeof RecurringSettingChange>;

export const recurringQuery = { ...query(recurrences.setting, {}), refetchInterval: 60_000 };

export const useSaveRecurring = () => useMutation(mutation(recurrences.save, { awaitRefetch: true }));
