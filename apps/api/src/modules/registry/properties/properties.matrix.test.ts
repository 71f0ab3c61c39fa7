import { imports } from '@morada/contract/desk/imports';
import { proposals } from '@morada/contract/lease/proposals';
import { terminations } from '@morada/contract/money/terminations';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { type PropertyStatus, propertyLife } from '@morada/domain/property/property';
import { afterAll, expect } from 'vitest';
import { bulkDesk } from '#test/desks/bulk-desk.ts';
import { csv, importActions } from '#test/desks/import-desk.ts';
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
const desk = importActions(staff);

type Subject = { property: number; owner: number; contract?: number; run?: number };
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
/** A lease from a sheet. */
async function importLease(subject: Subject) {
  const titles = ['Inquilino', 'ID do imóvel', 'Valor', 'Comissão', 'Vencimento', 'Início', 'Fim', 'Situação'];
  const tenant = (await client()).cpf_cnpj;
  const row = [tenant, subject.property, '900', '8,5%', 5, '01/03/2026', '30/11/2027', 'Vigente'];
  const run = await desk.bring('contracts', csv(titles, row));
  expect(run.fresh).toBe(1);
  return run.id;
}
/** Let by a contract of an import; staff have given another status since. */
const imported = (status: PropertyStatus) => async (): Promise<Subject> => {
  const subject = await free('AVAILABLE')();
  const run = await importLease(subject);
  if (status !== 'RENTED') await set(status)(subject);
  return { ...subject, run };
};
const ANY_IMPORT = 'an import asks for the permission of its sheet, in the service';
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
  const inBulk = { by: 'bulk', action: 'property-status', act: setInBulk(status) } as const;
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
        ...{ by: 'file', name: 'import of contracts', call: imports.run, act: importLease },
      },
      {
        ...{ by: 'call', call: proposals.create, weaker: ANY_IMPORT },
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
      {
        ...{ by: 'file', name: 'undo of an import', call: imports.undo, put: each(imported), weaker: ANY_IMPORT },
        act: ({ run = 0 }) => desk.undo(run).then(() => desk.finished(run)),
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
