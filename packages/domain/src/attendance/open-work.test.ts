import { expect, test } from 'vitest';
import { openWorkWords } from './open-work.ts';

const NOTHING = { repairs: 0, visits: 0, tickets: 0, accounts: 0 };

test.each([
  [{}, undefined],
  [{ repairs: 1 }, '1 pedido de manutenção'],
  [{ repairs: 1, visits: 2 }, '1 pedido de manutenção e 2 visitas'],
  [{ visits: 1, tickets: 3, accounts: 1 }, '1 visita, 3 tickets e 1 troca de conta'],
  [{ tickets: 1200 }, '1.200 tickets'],
])('open work %o is named %s', (work, words) => {
  expect(openWorkWords({ ...NOTHING, ...work })).toBe(words);
});
