import { addDays } from '../packages/domain/src/base/calendar.ts';
import { house } from './contracts.ts';
import type { Demo } from './demo.ts';
import { TODAY } from './people.ts';

type Made = { id: number };

const TERMS = {
  ...{ amount: 1500, guarantee: 'BONDSMAN', term_months: 30, start_on: addDays(TODAY, 15) },
  expires_on: addDays(TODAY, 5),
};

/** A rental bid for a property of its own. */
export async function newBid({ call }: Pick<Demo, 'call'>, name = 'Rui Sales'): Promise<Made> {
  const { id: property_id } = await house(call);
  return call<Made>('POST', '/bid', { property_id, name, phone: '32988412076', ...TERMS });
}

/** The same, waiting for the owner's answer. */
export async function sentBid(demo: Pick<Demo, 'call'>, name?: string): Promise<Made> {
  const { id } = await newBid(demo, name);
  await demo.call('POST', `/bid/${id}/send`);
  return { id };
}
