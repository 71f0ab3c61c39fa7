import { addDays } from '../packages/domain/src/base/calendar.ts';
import type { Demo } from './demo.ts';
import { TODAY } from './people.ts';

type Made = { id: number };

const TERMS = {
  ...{ amount: 1500, guarantee: 'BONDSMAN', term_months: 30, start_on: addDays(TODAY, 15) },
  expires_on: addDays(TODAY, 5),
};

/** A rental bid for a free property of the demonstration. */
export async function newBid({ call }: Pick<Demo, 'call'>, name = 'Rui Sales'): Promise<Made> {
  const { data } = await call<{ data: (Made & { type: string })[] }>('GET', '/property?page=1&status=AVAILABLE');
  const free = data.find(({ type }) => type === 'RENT');
  return call<Made>('POST', '/bid', { property_id: free?.id, name, phone: '32988412076', ...TERMS });
}

/** The same, waiting for the owner's answer. */
export async function sentBid(demo: Pick<Demo, 'call'>, name?: string): Promise<Made> {
  const { id } = await newBid(demo, name);
  await demo.call('POST', `/bid/${id}/send`);
  return { id };
}
