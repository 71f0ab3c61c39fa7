import { expect, test } from 'vitest';
import { clientOptions } from '../src/entities/client/client-queries.ts';

const person = (id: number, name: string, type: 'OWNER' | 'TENANT') => ({
  ...{ id, name, type, cpf_cnpj: '52998224725', email: null, phone: null, cellphone: null, active: true },
  proposals: [],
});
const page = (...data: ReturnType<typeof person>[]) => ({ data, page: 1, lastPage: 1, total: data.length });
const ana = person(4, 'Ana Dias', 'OWNER');
const bruno = person(3, 'Bruno Dias', 'TENANT');
const carla = person(1, 'Carla Dias', 'TENANT');

test('the picker of a tenant lists tenants first, each once, also one that the page of all has no room for', () => {
  const { select } = clientOptions('Dias', 'TENANT');
  const options = select?.([page(bruno, carla), page(ana, bruno)] as never);
  expect(options?.map(({ label }) => label)).toEqual(['Bruno Dias', 'Carla Dias', 'Ana Dias']);
});

test('a picker that wants no type keeps the order of the list', () => {
  const { select } = clientOptions('Dias');
  expect(select?.([page(ana, bruno)] as never).map(({ label }) => label)).toEqual(['Ana Dias', 'Bruno Dias']);
});
