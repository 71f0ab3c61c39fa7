import { clients } from '@morada/contract/registry/clients';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { type ClientState, clientLife } from '@morada/domain/people/client-life';
import { afterAll } from 'vitest';
import { clientSession } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const { as, client, db, stop } = await startApp();
afterAll(stop);
const staff = as('*');

async function active() {
  const { id } = await client();
  await clientSession({ db }, id);
  return id;
}
const after = (act: (id: number) => Promise<unknown>) => async () => {
  const id = await active();
  await act(id);
  return id;
};
const ADDRESS = {
  ...{
    cep: '36025-000',
    street: 'Rua Halfeld',
    number: '10',
    neighborhood: 'Centro',
    state: 'MG',
    city: 'Juiz de Fora',
  },
};
const save = (input: object) => (id: number) => staff.patch(`/user/${id}/user`, input);
const remove = (id: number) => staff.delete(`/user/${id}/admin`);
const anonymise = (id: number) => staff.patch(`/user/${id}/anonymise`);
const rowOf = (id: number) => db.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

lifeCycleMatrix<ClientState, EventOf<typeof clientLife>, EffectOf<typeof clientLife>, number>({
  life: clientLife,
  put: {
    ACTIVE: active,
    INACTIVE: after(save({ active: false })),
    DELETED: after(remove),
    ANONYMISED: after(anonymise),
  },
  doors: {
    change: [
      { by: 'call', name: 'form', call: clients.updateUser, act: save({ name: 'Outro Nome' }) },
      {
        ...{ by: 'call', name: 'field', call: clients.updateColumn, weaker: 'it can set no password' },
        act: (id) => staff.patch(`/user/${id}/update/name`, { value: 'Outro Nome' }),
      },
      {
        ...{ by: 'call', name: 'address', call: clients.updateAddress, weaker: 'it can set no password' },
        act: (id) => staff.patch(`/user/${id}/address`, { ...ADDRESS, city: 'Ubá' }),
      },
    ],
    deactivate: [{ by: 'call', call: clients.updateUser, act: save({ active: false }) }],
    activate: [{ by: 'call', call: clients.updateUser, act: save({ active: true }) }],
    remove: [{ by: 'call', call: clients.remove, act: remove }],
    anonymise: [{ by: 'call', call: clients.anonymise, act: anonymise }],
  },
  async state(id) {
    const { active: isActive, deleted_at, anonymised_at } = await rowOf(id);
    if (anonymised_at) return 'ANONYMISED';
    if (deleted_at) return 'DELETED';
    return isActive ? 'ACTIVE' : 'INACTIVE';
  },
  effects: {
    clear: async (id) => (await rowOf(id)).cpf_cnpj === '',
    endAccess: async (id) => db.selectFrom('client_session').select('token_hash').where('client_id', '=', id).execute(),
  },
  untouched: async (id) => (await rowOf(id)).version,
});
