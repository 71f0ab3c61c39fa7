import { contacts } from '@morada/contract/desk/contacts';
import { feed } from '@morada/contract/desk/feed';
import { invoices } from '@morada/contract/money/invoices';
import { terminations } from '@morada/contract/money/terminations';
import { transfers } from '@morada/contract/money/transfers';
import { beforeEach, describe, expect, test } from 'vitest';
import { draftQuery } from '#web/features/contracts/termination/termination-queries.ts';
import { ApiProblem } from '#web/lib/api/api.ts';
import { combinedQuery, keyOf, query } from '#web/lib/api/query.ts';
import { invalidateChanged, queryClient } from '#web/lib/api/query-client.ts';

const READ = {
  invoice: query(invoices.show, { params: { id: 7 }, query: {} }),
  invoiceList: query(invoices.list, { query: { page: 1 } }),
  transfer: query(transfers.show, { params: { id: 3 } }),
  tasks: combinedQuery([contacts.list, transfers.overview], {}, async () => 'tasks'),
  post: query(feed.show, { params: { id: 1 } }),
};
type Name = keyof typeof READ;
const NAMES = Object.keys(READ) as Name[];

const cached = (name: Name) => queryClient.getQueryCache().build(queryClient, READ[name] as never);
const outdated = () => NAMES.filter((name) => cached(name).state.isInvalidated);

/** A change that ends as `fail` says, in the cache of the app. */
const settle = (fail?: ApiProblem) =>
  queryClient
    .getMutationCache()
    .build(queryClient, {
      mutationFn: async () => {
        if (fail) throw fail;
      },
      meta: { endpoint: invoices.pay, upToDate: () => READ.invoice.queryKey },
    })
    .execute(undefined);

beforeEach(() => {
  queryClient.clear();
  for (const name of NAMES) cached(name).setData({} as never);
});

describe('queries after a change', () => {
  test('those that show what changed are read again, and the one that holds the answer is not', async () => {
    await settle();
    expect(outdated()).toEqual(['invoiceList', 'transfer', 'tasks']);
  });

  test.each([
    ['refused by its form', new ApiProblem(400, 'INVALID', 'Informe a data'), []],
    ['not allowed', new ApiProblem(403, 'FORBIDDEN', 'Sem permissão'), []],
    [
      'settled by another before',
      new ApiProblem(409, 'CONFLICT', 'Já paga'),
      ['invoice', 'invoiceList', 'transfer', 'tasks'],
    ],
    ['without an answer', new ApiProblem(0, 'TIMEOUT', 'Sem resposta'), ['invoiceList', 'transfer', 'tasks']],
  ])('a change that was %s', async (_, problem, expected) => {
    await expect(settle(problem)).rejects.toBe(problem);
    expect(outdated()).toEqual(expected);
  });

  test('the end of a background run outdates what its start says', async () => {
    await invalidateChanged(transfers.update);
    expect(outdated()).toEqual(['invoice', 'invoiceList', 'transfer', 'tasks']);
  });

  test('the preview of a termination is not reckoned again once the contract is closed', async () => {
    const draft = queryClient.getQueryCache().build(queryClient, draftQuery(5, { left_on: '2026-03-01' }) as never);
    draft.setData({} as never);
    await invalidateChanged(terminations.apply);
    expect(draft.state.isInvalidated).toBe(false);
    expect(outdated()).toEqual(['invoice', 'invoiceList', 'transfer', 'tasks']);
  });

  test('variables of a change are not kept', async () => {
    await settle();
    await expect.poll(() => queryClient.getMutationCache().getAll()).toEqual([]);
  });
});

test('the key is the call and its input', () => {
  expect(READ.invoiceList.queryKey).toEqual(['GET /invoice', { query: { page: 1 } }]);
  expect(READ.invoiceList.queryKey.slice(0, 1)).toEqual([...keyOf(invoices.list)]);
});
