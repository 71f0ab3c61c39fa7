import type { AccountRequest } from '@morada/contract/registry/account-request-tasks';
import type { Found, Task } from '../today-queue.tsx';
import { waitingText } from './waiting.ts';

/** Changes of bank account that owners asked for. */
export const accountTasks = (found: AccountRequest[]): Found => ({ count: found.length, tasks: found.map(asTask) });

const asTask = ({ client, confirmed_at }: AccountRequest): Task => ({
  title: `Troca de conta, ${client.name}`,
  who: 'Confirmada por código: confira por telefone',
  when: waitingText(Date.parse(confirmed_at), Date.now()),
  late: false,
  verb: 'Conferir',
  link: { to: '/clients', search: { open: client.id, tab: 'contas' } },
});
