import { type FiscalTables, fiscalTables } from '@morada/contract/fiscal/fiscal-tables';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

export type TableKind = keyof FiscalTables;
export type Table<K extends TableKind> = FiscalTables[K][number];

export const tablesQuery = query(fiscalTables.list, {});

export const usePutWithholding = () => useMutation(mutation(fiscalTables.putWithholding));

export const usePutCalendar = () => useMutation(mutation(fiscalTables.putCalendar));

export const usePutReform = () => useMutation(mutation(fiscalTables.putReform));

export const useRemoveTable = () => useMutation(mutation(fiscalTables.remove));
