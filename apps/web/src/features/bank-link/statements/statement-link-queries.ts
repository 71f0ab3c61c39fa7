import { reconciliation } from '@morada/contract/bank/reconciliation';
import { type StatementLinkChange, statementLink } from '@morada/contract/bank/statement-link';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

export type StatementLinkValues = z.input<typeof StatementLinkChange>;

export const statementLinksQuery = query(statementLink.list, {});

export const useSaveStatementLink = () => useMutation(mutation(statementLink.save, { awaitRefetch: true }));
export const useRemoveStatementLink = () => useMutation(mutation(statementLink.remove, { awaitRefetch: true }));
export const useReadStatement = () => useMutation(mutation(reconciliation.fetch, { awaitRefetch: true }));
