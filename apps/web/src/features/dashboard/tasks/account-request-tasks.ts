import type { AccountRequest } from '@morada/contract/registry/account-request-tasks';
import { accountRequestsQuery } from '#web/entities/client/account-requests-query.ts';
import type { Task } from '../today-queue.tsx';
import { waitingText } from './waiting.ts';

/** Changes of bank account that owners asked for. */
export const accountRequestTasksQuery = {
  ...accountRequestsQuery,
  select: (found: AccountRequest[]) => ({ count: found.length, tasks: found.map(asTask) }),
};

const asTask = ({ client, confirmed_at }: AccountRequest): Task => ({
  title: `Troca de conta, ${client.name}`,
  who: 'Confirmada por código: confira por telefone',
  when: waitingText(Date.parse(confirmed_at), Date.now()),
  late: false,
  verb: 'Conferir',
  link: { to: '/clients', search: { open: client.id, tab: 'contas' } },
});
