import { schedules } from '@morada/contract/desk/schedules';
import { type VisitStatus, visitLife } from '@morada/domain/attendance/visit';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { afterAll } from 'vitest';
import { visitPageOf } from '#api/modules/doors/site/visit-link.service.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const { app, as, db, deps, property, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);
const staff = as('*');

async function pending() {
  const { id: property_id } = await property();
  const visit = {
    property_id,
    name: 'Rui',
    phone: '32988412076',
    date: '2026-03-12',
    shift: 'AM',
    time: '09:00',
    status: 'PENDING',
  } as const;
  return (await db.insertInto('schedule').values(visit).returning('id').executeTakeFirstOrThrow()).id;
}
const put =
  (...acts: ((id: number) => Promise<unknown>)[]) =>
  async () => {
    const id = await pending();
    for (const act of acts) await act(id);
    return id;
  };
const status = (wanted: 'CONFIRMED' | 'CANCELED') => (id: number) =>
  staff.patch(`/schedule/admin/${id}/${wanted}/status`);
const confirm = status('CONFIRMED');
const cancel = status('CANCELED');
const stamp = (moment: 'checkIn' | 'checkOut') => (id: number) => staff.patch(`/schedule/admin/${id}/${moment}/date`);
const unstamp = (moment: 'checkIn' | 'checkOut') => (id: number) =>
  staff.delete(`/schedule/admin/${id}/${moment}/date`);

/** The visitor sends a form of the visit's own page. */
const byVisitor = (path: string, fields: Record<string, string>) => async (id: number) => {
  const url = `${await visitPageOf(deps, db, id)}${path}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() });
};
const visitorsPage = { by: 'client area', name: 'page of the visit' } as const;

lifeCycleMatrix<VisitStatus, EventOf<typeof visitLife>, never, number>({
  life: visitLife,
  put: {
    PENDING: put(),
    CONFIRMED: put(confirm),
    USING: put(confirm, stamp('checkIn')),
    RETURNED: put(confirm, stamp('checkIn'), stamp('checkOut')),
    CANCELED: put(cancel),
  },
  doors: {
    confirm: [{ by: 'call', call: schedules.status, act: confirm }],
    cancel: [
      { by: 'call', call: schedules.status, act: cancel },
      { ...visitorsPage, act: byVisitor('/cancelar', { confirma: 'sim' }) },
    ],
    move: [{ ...visitorsPage, act: byVisitor('', { date: '2026-03-13', time: '14:00' }) }],
    checkIn: [{ by: 'call', call: schedules.stamp, act: stamp('checkIn') }],
    checkOut: [{ by: 'call', call: schedules.stamp, act: stamp('checkOut') }],
    undoCheckIn: [{ by: 'call', call: schedules.unstamp, act: unstamp('checkIn') }],
    undoCheckOut: [{ by: 'call', call: schedules.unstamp, act: unstamp('checkOut') }],
  },
  state: async (id) =>
    (await db.selectFrom('schedule').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
  effects: {},
  untouched: (id) => db.selectFrom('schedule').select(['date', 'time']).where('id', '=', id).executeTakeFirst(),
});
