import type { Answer } from '@morada/contract/base/endpoint';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import type { Reference } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { urlOf } from '#web/lib/api/api.ts';
import { download, openFile } from '#web/lib/api/files.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

export type People = Answer<typeof peopleCommissions.list>;
export type Person = People['data'][number];
export type Expected = People['expected'][number];
export type PersonStatement = Answer<typeof peopleCommissions.statement>;
export type Payment = PersonStatement['payments'][number];
export type Rules = Answer<typeof peopleCommissions.rules>;
export type Rule = Rules['data'][number];
export type Sale = Answer<typeof peopleCommissions.sales>['data'][number];

export const peopleQuery = (search: { month?: Reference | undefined }) => ({
  ...query(peopleCommissions.list, { query: search }),
  placeholderData: keepPreviousData,
});

export const personQuery = (id: number, { start, end }: Span) =>
  query(peopleCommissions.statement, { params: { id }, query: { start, end } });

export const ownQuery = ({ start, end }: Span) => query(peopleCommissions.own, { query: { start, end } });

export const rulesQuery = () => query(peopleCommissions.rules, {});
export const salesQuery = () => query(peopleCommissions.sales, {});

export const usePayPerson = () => useMutation(mutation(peopleCommissions.pay));
export const useUndoPayment = () => useMutation(mutation(peopleCommissions.undo));
export const useSaveRule = () => useMutation(mutation(peopleCommissions.saveRule));
export const useRemoveRule = () => useMutation(mutation(peopleCommissions.removeRule));
export const useDivideSale = () => useMutation(mutation(peopleCommissions.divideSale));
export const useUndivideSale = () => useMutation(mutation(peopleCommissions.undivideSale));

const inputOf = (id: number, { start, end }: Span) => ({ params: { id }, query: { start, end } });
export const openPersonPdf = (id: number, span: Span) => openFile(urlOf(peopleCommissions.pdf, inputOf(id, span)));
export const savePersonSheet = (id: number, span: Span) => download(peopleCommissions.xlsx, inputOf(id, span));
