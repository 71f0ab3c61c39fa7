import { expect, test } from 'vitest';
import { PERMISSIONS } from './permissions.ts';
import { STARTER_GROUPS } from './starter-groups.ts';

const held = (name: string) => STARTER_GROUPS.find((group) => group.name === name)?.permissions ?? [];

test('a new agency has groups for its money, its desk and its agents', () => {
  expect(STARTER_GROUPS.map(({ name }) => name)).toEqual(['Financeiro', 'Atendimento', 'Corretor']);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string, boolean]>([
  ['Financeiro',  'FINANCIAL_INVOICE_CREATE',  true],
  ['Financeiro',  'FINANCIAL_TRANSFER_EDIT',   true],
  ['Financeiro',  'BOLETO_DOWN',               true],
  ['Financeiro',  'COLLECTION_AGREE',          true],
  ['Financeiro',  'COLLECTION_REGISTER',       true],
  ['Financeiro',  'CLIENT_EDIT',               false],
  ['Financeiro',  'PROPOSAL_EDIT',             false],
  ['Atendimento', 'SUPPORT_REPLY',             true],
  ['Atendimento', 'SCHEDULE_EDIT',             true],
  ['Atendimento', 'APPLICATION_VIEW',          true],
  ['Atendimento', 'APPLICATION_APPROVE',       false],
  ['Atendimento', 'SUPPORT_DELETE',            false],
  ['Atendimento', 'FINANCIAL_SHALL_UPDATE',    false],
  ['Atendimento', 'COLLECTION_AGREE',          false],
  ['Corretor',    'PROPERTY_CREATE',           true],
  ['Corretor',    'PROPERTY_REMOVE',           false],
  ['Corretor',    'FINANCIAL_VIEW',            false],
])('%s holds %s: %s', (group, code, holds) => {
  expect(held(group).some((one) => one === code)).toBe(holds);
});

test('no starter group manages people or holds a permission twice', () => {
  const people = /^(ADMIN_|GROUP_)/;
  for (const { name, permissions } of STARTER_GROUPS) {
    expect(
      permissions.filter((code) => people.test(code)),
      name,
    ).toEqual([]);
    expect(new Set(permissions).size, name).toBe(permissions.length);
    for (const code of permissions) expect(PERMISSIONS, name).toContain(code);
  }
});
