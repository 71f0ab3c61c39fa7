import { describe, expect, test } from 'vitest';
import {
  accountChangedWords,
  callProblem,
  type PayoutAccount,
  payeeOf,
  payoutAccount,
  payoutTarget,
  targetLabel,
} from './payout.ts';

const OWNER = '52998224725';
const account = (changes: Partial<PayoutAccount> = {}): PayoutAccount => ({
  bank_code: '341',
  bank_name: 'Itaú',
  agency: '1234',
  account: '56789-0',
  type: 'CORRENTE',
  operation: null,
  holder: 'Ana Prado',
  document: OWNER,
  pix: null,
  ...changes,
});
const own = account({ document: '529.982.247-25' });
const spouses = account({ document: '11144477735' });
const registered = account({ account: '1-1' });

describe('choice of the account', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['the contract’s own',              own,     registered, true,  'CONTRACT', own],
    ['the registered one',              null,    registered, true,  'REGISTER', registered],
    ['the registered, not the spouse’s', spouses, registered, true,  'REGISTER', registered],
    ['the spouse’s, of an only owner',  spouses, null,       true,  'CONTRACT', spouses],
  ] as const)('%s', (_, contract, inRegister, is_only_owner, from, chosen) => {
    expect(payoutAccount({ document: OWNER, is_only_owner, contract, registered: inRegister })).toEqual({
      from,
      account: chosen,
    });
  });

  test('none where it would be another owner’s, or there is none', () => {
    const of = { document: OWNER, is_only_owner: false, registered: null };
    expect(payoutAccount({ ...of, contract: spouses })).toBeNull();
    expect(payoutAccount({ ...of, contract: null })).toBeNull();
  });
});

describe('choice of Pix or account', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    [account(),                                               '341 Itaú Unibanco S.A., ag. 1234, c/c 56789-0'],
    [account({ type: 'POUPANCA' }),                           '341 Itaú Unibanco S.A., ag. 1234, poupança 56789-0'],
    [account({ bank_code: '104', operation: '013' }),         '104 Caixa Economica Federal, ag. 1234, op. 013, c/c 56789-0'],
    [account({ pix: '529.982.247-25' }),                      'Pix 529.982.247-25'],
    [account({ pix: '11222333000181' }),                      'Pix 11.222.333/0001-81'],
    [account({ pix: '(32) 98841-2076' }),                     'Pix (32) 98841-2076'],
    [account({ pix: 'Ana@Exemplo.com.br', bank_code: null }), 'Pix ana@exemplo.com.br'],
    [account({ pix: 'minha chave' }),                         '341 Itaú Unibanco S.A., ag. 1234, c/c 56789-0'],
  ])('%#', (from, label) => {
    const target = payoutTarget(from);
    expect(target && targetLabel(target)).toBe(label);
  });

  test.each(['bank_code', 'agency', 'account'] as const)('not at all without %s and without a key', (field) => {
    expect(payoutTarget(account({ [field]: null }))).toBeNull();
    expect(payoutTarget(account({ [field]: '', pix: 'x' }))).toBeNull();
  });
});

test('the payee is the holder, without mask; without one, the owner', () => {
  const owner = { name: 'Ana Prado', document: OWNER };
  expect(payeeOf(account({ holder: ' Rui Prado ', document: '111.444.777-35' }), owner)).toEqual({
    name: 'Rui Prado',
    document: '11144477735',
  });
  expect(payeeOf(account({ holder: '', document: null }), owner)).toEqual(owner);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['2026-11-22', 'Ana', 'Conta ou titular alterado hoje por Ana'],
  ['2026-11-21', 'Ana', 'Conta ou titular alterado há 1 dia por Ana'],
  ['2026-11-15', null,  'Conta ou titular alterado há 7 dias'],
  ['2026-11-25', null,  'Conta ou titular alterado hoje'], // the clock is frozen before it
] as const)('changed on %s', (on, by, words) => {
  expect(accountChangedWords({ on, by }, '2026-11-22')).toBe(words);
});

describe('payments by the bank’s call', () => {
  const target = (changes: Partial<PayoutAccount>) => payoutTarget(account(changes));

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['a key, whatever the account',   { pix: OWNER, bank_code: '104' }, undefined],
    ['an account',                    {},                               undefined],
    ['a bank outside of Pix',         { bank_code: '999' },             /não recebe Pix pela conta/],
    ['an account at Caixa',           { bank_code: '104' },             /Caixa/],
    ['an account that ends in X',     { account: '1234-X' },            /sem a chave/],
  ])('%s', (_, changes, problem) => {
    const to = target(changes);
    const found = to && callProblem(to);
    if (problem) expect(found).toMatch(problem);
    else expect(found).toBeUndefined();
  });
});
