import { movimentations } from '@morada/contract/money/movimentations';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { type MovimentationState, movimentationLife } from '@morada/domain/ledger/expense';
import { afterAll } from 'vitest';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const TODAY = '2026-03-10';
const { as, db, stop } = await startApp({ today: TODAY });
afterAll(stop);
const staff = as('*');

const add = async (body: object) => {
  const bill = { description: 'Água', type: 'OUTPUT', subtype: 'OTHER', price: 80.5 };
  return (await staff.post('/movimentation', { ...bill, ...body })).json().id as number;
};
const remove = (id: number) => staff.delete(`/movimentation/${id}`);
let price = 100;
const rowOf = (id: number) => db.selectFrom('movimentation').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

lifeCycleMatrix<MovimentationState, EventOf<typeof movimentationLife>, EffectOf<typeof movimentationLife>, number>({
  life: movimentationLife,
  put: {
    PLANNED: () => add({ due_date: '2026-03-20' }),
    POSTED: () => add({}),
    REMOVED: async () => {
      const id = await add({});
      await remove(id);
      return id;
    },
  },
  doors: {
    change: [
      {
        by: 'call',
        call: movimentations.update,
        act: (id) => {
          price += 1;
          return staff.patch(`/movimentation/${id}`, { price });
        },
      },
    ],
    settle: [{ by: 'call', call: movimentations.settle, act: (id) => staff.patch(`/movimentation/${id}/settle`, {}) }],
    reopen: [{ by: 'call', call: movimentations.reopen, act: (id) => staff.patch(`/movimentation/${id}/reopen`) }],
    remove: [{ by: 'call', call: movimentations.remove, act: remove }],
  },
  state: async (id) => {
    const { deleted_at, planned } = await rowOf(id);
    return deleted_at ? 'REMOVED' : planned ? 'PLANNED' : 'POSTED';
  },
  effects: {
    post: (id) => db.selectFrom('ledger_entry').select('id').where('movimentation_id', '=', id).execute(),
  },
  untouched: rowOf,
});
