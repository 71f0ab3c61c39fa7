import { describe, expect, test } from 'vitest';
import { digitsOfAccount, missingOfAccount, type TypedAccount } from './bank-account.ts';

const AGENCY = { field: 'agency', message: 'O dígito da agência não confere para este banco' };
const ACCOUNT = { field: 'account', message: 'O dígito da conta não confere para este banco' };

describe('the digits of agency and account', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, TypedAccount, object[]]>([
    // 1×5 + 5×4 + 8×3 + 4×2 = 57, 57 mod 11 = 2, 9; 2×7 + 1×6 + 0×5 + 1×4 + 6×3 + 9×2 = 60, 60 mod 11 = 5, 6
    ['Banco do Brasil',                { code: '001', agency: '1584-9', account: '210169-6' }, []],
    ['Banco do Brasil, with points',   { code: '001', agency: '1584-9', account: '210.169-6' }, []],
    ['Banco do Brasil, without dash',  { code: '001', agency: '1584',   account: '002101696' }, []],
    ['Banco do Brasil, wrong account', { code: '001', agency: '1584-9', account: '210169-5' }, [ACCOUNT]],
    ['Banco do Brasil, wrong agency',  { code: '001', agency: '1584-8', account: '210169-6' }, [AGENCY]],
    ['Banco do Brasil, both wrong',    { code: '001', agency: '1584-8', account: '210169-5' }, [AGENCY, ACCOUNT]],
    // 6×2 = 12, 12 mod 11 = 1, ten: an X
    ['Banco do Brasil, ten',           { code: '001', agency: '0006-x', account: '6-X' }, []],
    ['Banco do Brasil, ten as 0',      { code: '001', agency: '0006-0', account: '6-0' }, []],
    ['Banco do Brasil, ten as 1',      { code: '001', agency: '0006-X', account: '6-1' }, [ACCOUNT]],
    ['Banco do Brasil, savings',       { code: '001', agency: '1584-9', account: '510.210.169-1', type: 'POUPANCA' }, []],
    // 1×5 + 2×4 + 3×3 + 4×2 = 30, 30 mod 11 = 8, 3
    // 1×2 + 2×7 + 3×6 + 4×5 + 5×4 + 6×3 + 7×2 = 106, 106 mod 11 = 7, 4
    ['Bradesco',                       { code: '237', agency: '1234-3', account: '1234567-4' }, []],
    ['Bradesco, ten',                  { code: '237', agency: '0006-P', account: '6-P' }, []],
    ['Bradesco, wrong account',        { code: '237', agency: '1234-3', account: '1234567-9' }, [ACCOUNT]],
    ['Bradesco, wrong agency',         { code: '237', agency: '1234-6', account: '1234567-4' }, [AGENCY]],
    ['Bradesco, savings',              { code: '237', agency: '1234-3', account: '1234567-9', type: 'POUPANCA' }, []],
    // 0 0 2 4 5 1 7 8 2 by 2 1 2 1 2 1 2 1 2: 4 + 4 + 1 + 1 + 5 + 8 + 4 = 27, 3
    ['Itaú',                           { code: '341', agency: '0024', account: '51782-3' }, []],
    ['Itaú, zeros left out',           { code: '341', agency: '24',   account: '51.782-3' }, []],
    ['Itaú, wrong',                    { code: '341', agency: '0024', account: '51782-4' }, [ACCOUNT]],
    ['Itaú, wrong agency',             { code: '341', agency: '0025', account: '51782-3' }, [ACCOUNT]],
    ['Itaú, savings',                  { code: '341', agency: '0024', account: '51782-4', type: 'POUPANCA' }, [ACCOUNT]],
    ['Itaú, longer than the rule',     { code: '341', agency: '0024', account: '951782-4' }, []],
    // 9 + 4 + 9 + 4, then 0 + 7 + 2 + 9 + 4 + 5 + 2 + 1: 56, 4
    ['Santander',                      { code: '033', agency: '1234', account: '01234567-4' }, []],
    ['Santander, zero left out',       { code: '033', agency: '1234', account: '1234567-4' }, []],
    ['Santander, wrong',               { code: '033', agency: '1234', account: '01234567-5' }, [ACCOUNT]],
    ['Santander, of no known kind',    { code: '033', agency: '1234', account: '12345678-9' }, []],
    // 8 + 14 + 18 + 20 + 0 + 0 + 2 + 9 + 16 + 21 + 24 + 25 + 24 + 21 + 16 = 218, 218 mod 11 = 9, 2
    ['Caixa',                          { code: '104', agency: '1234', account: '12345678-2', operation: '001' }, []],
    ['Caixa, wrong',                   { code: '104', agency: '1234', account: '12345678-3', operation: '1' }, [ACCOUNT]],
    ['Caixa, without operation',       { code: '104', agency: '1234', account: '12345678-3' }, []],
    ['Caixa, nine digits',             { code: '104', agency: '1234', account: '598753199-0', operation: '001' }, []],
    ['a bank without a known rule',    { code: '260', agency: '0001', account: '381967-3' }, []],
    ['a bank in no list',              { code: '999', agency: '0001-9', account: '77-1' }, []],
  ])('%s', (_, typed, problems) => {
    expect(digitsOfAccount({ type: 'CORRENTE', ...typed })).toEqual(problems);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[TypedAccount, string, string]>([
    [{ code: '260', agency: 'centro',  account: '1-2' },    'agency',  'Informe a agência com números, como 1234 ou 1234-5'],
    [{ code: '260', agency: '123456',  account: '1-2' },    'agency',  'Informe a agência com números, como 1234 ou 1234-5'],
    [{ code: '341', agency: '12345',   account: '1-2' },    'agency',  'A agência tem até 4 números; o dígito vem depois do traço'],
    [{ code: '260', agency: '0001',    account: '7' },      'account', 'Informe a conta com o dígito, como 12345-6'],
    [{ code: '260', agency: '0001',    account: 'minha' },  'account', 'Informe a conta com o dígito, como 12345-6'],
    [{ code: '260', agency: '0001',    account: '12-34' },  'account', 'Informe a conta com o dígito, como 12345-6'],
  ])('%o: %s', (typed, field, message) => {
    expect(digitsOfAccount(typed)).toEqual([{ field, message }]);
  });
});

describe('missing fields of an account', () => {
  const whole: TypedAccount = { code: '341', agency: '0024', account: '51782-3' };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, TypedAccount, boolean, string[]]>([
    ['a whole account',             whole,                              false, []],
    ['a whole account and a key',   whole,                              true,  []],
    ['a key alone',                 {},                                 true,  []],
    ['a key and its bank',          { code: '260' },                    true,  []],
    ['nothing at all',              {},                                 false, ['Informe o banco', 'Informe a agência', 'Informe a conta']],
    ['a bank alone',                { code: '260' },                    false, ['Informe a agência', 'Informe a conta']],
    ['half an account and a key',   { ...whole, account: null },        true,  ['Informe a conta']],
    ['an account without its bank', { ...whole, code: '' },             true,  ['Informe o banco']],
  ])('%s', (_, typed, hasPix, messages) => {
    expect(missingOfAccount(typed, hasPix).map(({ message }) => message)).toEqual(messages);
  });
});
