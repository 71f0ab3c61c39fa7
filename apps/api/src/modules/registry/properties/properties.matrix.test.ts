import { proposals } from '@morada/contract/lease/proposals';
import { terminations } from '@morada/contract/money/terminations';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { type PropertyStatus, propertyLife } from '@morada/domain/property/property';
import { afterAll } from 'vitest';
import { bulkDesk } from '#test/bulk-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const app = await startApp({ today: '2026-03-10' });
const { as, client, contract, db, owner, property, stop } = app;
const bulk = await bulkDesk(app);
afterAll(async () => {
  await bulk.jobs.stop();
  await stop();
});
const staff = as('*');

type Subject = { property: number; owner: number; contract?: number };
const STATES = propertyLife.states;

const set = (status: PropertyStatus) => (subject: Subject) =>
  staff.patch(`/property/${subject.property}`, {
    status,
    ...(status === 'UNAVAILABLE' && { reason: 'Em inventário' }),
  });

const free = (status: PropertyStatus) => async (): Promise<Subject> => {
  const landlord = await owner();
  const { id } = await property({ owners: [landlord] });
  await set(status)({ property: id, owner: landlord.id });
  return { property: id, owner: landlord.id };
};
/** Let by a contract; staff have given another status since. */
const signed = (status: PropertyStatus) => async (): Promise<Subject> => {
  const landlord = await owner();
  const lease = await contract({ property: { owners: [landlord] } });
  await db.updateTable('property').set({ status: 'RENTED' }).where('id', '=', lease.property_id).execute();
  const subject = { property: lease.property_id, owner: landlord.id, contract: lease.id };
  if (status !== 'RENTED') await set(status)(subject);
  return subject;
};
const each = <T>(value: (status: PropertyStatus) => T) =>
  Object.fromEntries(STATES.map((status) => [status, value(status)])) as Record<PropertyStatus, T>;
/** A property that has the status already is left out of the run. */
const setInBulk = (status: PropertyStatus) => async (subject: Subject) => {
  const run = await bulk.preview('property-status', {
    ids: [subject.property],
    ...{ status, ...(status === 'UNAVAILABLE' && { reason: 'Em inventário' }) },
  });
  if (run.states.READY.count > 0) await bulk.run(run.id);
};
/** In bulk, staff offer properties and take them off the market. */
const BULK: readonly PropertyStatus[] = ['AVAILABLE', 'UNAVAILABLE'];
const statusDoor = (status: PropertyStatus) => {
  const inBulk = { by: 'bulk', act: setInBulk(status) } as const;
  const call = { by: 'call', call: properties.update, act: set(status) } as const;
  return [call, ...(BULK.includes(status) ? [inBulk] : [])] as const;
};

lifeCycleMatrix<PropertyStatus, EventOf<typeof propertyLife>, never, Subject>({
  life: propertyLife,
  put: each(free),
  doors: {
    PENDING: statusDoor('PENDING'),
    AVAILABLE: statusDoor('AVAILABLE'),
    RENTED: statusDoor('RENTED'),
    SOLD: statusDoor('SOLD'),
    UNAVAILABLE: statusDoor('UNAVAILABLE'),
    sign: [
      {
        ...{ by: 'call', call: proposals.create },
        act: async (subject) =>
          staff.post('/proposal/manual', {
            ...{ user_id: (await client()).id, property_id: subject.property, current_price: 1500, commission: 10 },
            ...{ transfer_date: 10, guarantee: 'OTHER', start_date: '2026-03-01', end_date: '2028-08-31' },
          }),
      },
    ],
    end: [
      {
        ...{ by: 'call', name: 'close', call: terminations.close, put: each(signed) },
        act: (subject) => staff.patch(`/proposal/${subject.contract}/close`),
      },
      {
        ...{ by: 'call', name: 'termination', call: terminations.apply, put: each(signed) },
        act: (subject) => staff.put(`/proposal/${subject.contract}/termination`, { left_on: '2026-03-10' }),
      },
    ],
    ownerGone: [
      { by: 'call', call: clients.anonymise, act: (subject) => staff.patch(`/user/${subject.owner}/anonymise`) },
    ],
  },
  state: async (subject) =>
    (await db.selectFrom('property').select('status').where('id', '=', subject.property).executeTakeFirstOrThrow())
      .status,
  effects: {},
});
