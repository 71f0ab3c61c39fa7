import type { Answer } from '@morada/contract/base/endpoint';
import { movimentations } from '@morada/contract/money/movimentations';
import { useMutation } from '@tanstack/react-query';
import { rowMutation } from '#web/lib/api/mutation.ts';
import { pageQuery } from '#web/lib/api/query.ts';
import { movimentationKey } from './movimentation-queries.ts';

export type PayablePage = Answer<typeof movimentations.planned>;
export type Payable = PayablePage['data'][number];

export const payablesQuery = ({ page = 1 }: { page?: number | undefined }) =>
  pageQuery(movimentations.planned, { query: { page } });

const key = ({ params }: { params: { id: number | string } }) => movimentationKey(params.id);

export const useSettlePayable = () =>
  useMutation(rowMutation(movimentations.settle, { failure: 'Não foi possível marcar a conta como paga', key }));
export const useReopenPayable = () =>
  useMutation(rowMutation(movimentations.reopen, { failure: 'Não foi possível desfazer o pagamento', key }));
