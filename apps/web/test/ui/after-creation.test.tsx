import { afterEach, expect, test } from 'vitest';
import { afterCreation, withoutCreation } from '#web/features/contracts/terms/after-creation.ts';
import { endSession, startSession } from '#web/lib/session/session.ts';

afterEach(endSession);
const signIn = (...codes: string[]) =>
  startSession({
    ...{ token: 't', name: 'Bia Reis' },
    group: [{ id: 1, name: 'Captação', permissions: codes.map((permission) => ({ permission })) }],
  } as never);

test('creating a contract ends at the contract, or for who may not see contracts at the beginning', async () => {
  await signIn('PROPOSAL_CREATE', 'PROPOSAL_VIEW');
  expect([afterCreation(12), withoutCreation()]).toEqual([
    { to: '/contracts/info/$id', params: { id: '12' } },
    { to: '/contracts' },
  ]);
  await signIn('PROPOSAL_CREATE');
  expect([afterCreation(12), withoutCreation()]).toEqual([{ to: '/' }, { to: '/' }]);
});
