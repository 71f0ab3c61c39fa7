import { describe, expect, test } from 'vitest';
import { type AnalysedParty, analysisOf, approvalOf, DEFAULT_RULES, verdictOf } from './analysis.ts';

const party = (changes: Partial<AnalysedParty> = {}): AnalysedParty => ({
  ...{
    role: 'TENANT',
    name: 'Ana',
    birth_date: '1990-05-20',
    isCompany: false,
    declared: 600_000,
    proven: null,
    debts: 0,
  },
  ...{ property: null, missing: [], isSent: true, credit: 'CLEAR', bureau: null, ...changes },
});
const guarantor = (changes: Partial<AnalysedParty> = {}) =>
  party({ role: 'GUARANTOR', name: 'Rui', property: { owns: true, encumbered: false, value: 30_000_000 }, ...changes });
const analysed = (parties: AnalysedParty[], changes: Partial<Parameters<typeof analysisOf>[0]> = {}) =>
  analysisOf({
    ...{ rent: 180_000, fees: 20_000, guarantee: null, parties, rules: DEFAULT_RULES, today: '2026-03-10', ...changes },
  });
const line = (rule: string, ...of: Parameters<typeof analysed>) => {
  const found = analysed(...of).find((one) => one.rule === rule);
  return found && [found.outcome, found.words.replaceAll('\u00a0', ' ')];
};

describe('income', () => {
  test('of exactly three times is enough', () => {
    expect(line('Renda dos locatários', [party()])).toEqual([
      'MET',
      'Renda de R$ 6.000,00 (Ana R$ 6.000,00 declarada), 3 vezes o aluguel com encargos de R$ 2.000,00; a regra pede 3 vezes, ou R$ 6.000,00.',
    ]);
  });
  test('a centavo below is not, and two decimals are not rounded up', () => {
    expect(line('Renda dos locatários', [party({ declared: 599_999 })])).toEqual([
      'NOT_MET',
      'Renda de R$ 5.999,99 (Ana R$ 5.999,99 declarada), 2,99 vezes o aluguel com encargos de R$ 2.000,00; a regra pede 3 vezes, ou R$ 6.000,00.',
    ]);
  });
  test('of a couple is summed; the proven figure stands in for the declared one', () => {
    const couple = [party({ proven: 350_000 }), party({ role: 'SPOUSE', name: 'Eva', declared: 250_000 })];
    expect(line('Renda dos locatários', couple)).toEqual([
      'MET',
      'Renda de R$ 6.000,00 (Ana R$ 3.500,00 comprovada, Eva R$ 2.500,00 declarada), 3 vezes o aluguel com encargos de R$ 2.000,00; a regra pede 3 vezes, ou R$ 6.000,00.',
    ]);
  });
  test('of the guarantor is not the tenants’', () => {
    const both = [party({ declared: 300_000 }), guarantor({ declared: 900_000 })];
    expect(line('Renda dos locatários', both)?.[0]).toBe('NOT_MET');
    expect(line('Renda do fiador Rui', both)?.[0]).toBe('MET');
  });
  test('that a party did not say leaves the line open', () => {
    expect(line('Renda dos locatários', [party({ declared: null })])?.[0]).toBe('UNKNOWN');
    const couple = [party({ declared: 300_000 }), party({ role: 'SPOUSE', declared: null })];
    expect(line('Renda dos locatários', couple)?.[0]).toBe('UNKNOWN');
  });
});

test.each([
  [
    180_000,
    'MET',
    'Parcelas declaradas de R$ 1.800,00 por mês tomam 30% da renda de R$ 6.000,00; a regra aceita até 30%.',
  ],
  [
    180_001,
    'NOT_MET',
    'Parcelas declaradas de R$ 1.800,01 por mês tomam 30,01% da renda de R$ 6.000,00; a regra aceita até 30%.',
  ],
  [null, 'UNKNOWN', 'Faltam rendas ou parcelas declaradas; a regra aceita até 30%.'],
])('debts of %s: %s', (debts, outcome, words) => {
  expect(line('Parcelas de dívidas', [party({ debts })])).toEqual([outcome, words]);
});

describe('a guarantor', () => {
  test('is missed where the guarantee is one', () => {
    expect(line('Fiador', [party()], { guarantee: 'BONDSMAN' })?.[0]).toBe('UNKNOWN');
    expect(line('Fiador', [party()])).toBeUndefined();
  });
  test.each([
    [{ owns: true, encumbered: false, value: null }, 'MET'],
    [{ owns: true, encumbered: true, value: null }, 'NOT_MET'],
    [{ owns: false, encumbered: false, value: null }, 'NOT_MET'],
    [null, 'UNKNOWN'],
  ])('with %o: %s', (property, outcome) => {
    expect(line('Imóvel do fiador', [party(), guarantor({ property })])?.[0]).toBe(outcome);
  });
  test('beside another guarantee is one too many', () => {
    const parties = [party(), guarantor()];
    expect(line('Uma só garantia', parties, { guarantee: 'SECURITY_DEPOSIT' })?.[0]).toBe('NOT_MET');
    expect(line('Uma só garantia', parties, { guarantee: 'BONDSMAN' })).toBeUndefined();
  });
});

test.each([
  ['2008-03-10', 'MET'],
  ['2008-03-11', 'NOT_MET'],
  [null, 'UNKNOWN'],
] as const)('born on %s: %s', (birth_date, outcome) => {
  expect(line('Maioridade', [party({ birth_date })])?.[0]).toBe(outcome);
});

test('a company has no age, and the people beside it have', () => {
  const company = party({ birth_date: null, isCompany: true });
  expect(line('Maioridade', [company])?.[0]).toBe('MET');
  expect(line('Maioridade', [company, party()])?.[0]).toBe('MET');
  expect(line('Maioridade', [company, party({ birth_date: null })])?.[0]).toBe('UNKNOWN');
});

test('what is missing, and reports, are said by name', () => {
  // Not yet sent is nothing against anybody.
  expect(line('Fichas e documentos', [party({ missing: ['Sua renda', 'Documento com foto'] })])).toEqual([
    'UNKNOWN',
    'Ana (locatário): falta Sua renda e Documento com foto.',
  ]);
  expect(line('Consulta de crédito', [party({ credit: 'LISTED' })])).toEqual([
    'NOT_MET',
    'Com apontamentos: Ana (locatário).',
  ]);
  expect(line('Consulta de crédito', [party(), guarantor({ credit: null })])?.[0]).toBe('UNKNOWN');
});

test('the whole fits when each line does', () => {
  expect(verdictOf(analysed([party()]))).toBe('MET');
  expect(verdictOf(analysed([party({ credit: null })]))).toBe('UNKNOWN');
  expect(verdictOf(analysed([party({ credit: null, debts: 600_000 })]))).toBe('NOT_MET');
});

describe('approval', () => {
  const asked = { cost: 300_000, limit: 250_000, isRecommended: false, involved: [1, 2], by: 1 };
  test.each([
    ['within the limit', { limit: 300_000 }, 'ALONE'],
    ['without a limit', { limit: null }, 'ALONE'],
    ['above it, first', {}, 'FIRST'],
    ['above it, second, by who recommended', { isRecommended: true }, 'SAME_PERSON'],
    ['above it, second, by somebody else', { isRecommended: true, by: 3 }, 'SECOND'],
  ])('%s', (_, changes, found) => expect(approvalOf({ ...asked, ...changes })).toBe(found));
});

describe('score', () => {
  const rules = { ...DEFAULT_RULES, min_score: 600 };
  const scored = (score: number | null, changes: Partial<AnalysedParty> = {}) =>
    party({ bureau: { score }, ...changes });

  test('is a rule only where one is asked for', () => {
    expect(line('Score mínimo', [scored(300)])).toBeUndefined();
  });
  test.each([
    [600, 'MET', 'Ana (locatário) 600, risco alto; a regra pede 600.'],
    [599, 'NOT_MET', 'Ana (locatário) 599, risco alto; a regra pede 600.'],
    [null, 'UNKNOWN', 'Ana (locatário): o birô não tem score; a regra pede 600.'],
  ])('of %s', (score, outcome, words) => {
    expect(line('Score mínimo', [scored(score)], { rules })).toEqual([outcome, words]);
  });
  test('is asked of each party; one below is enough to fail, one unknown leaves it open', () => {
    const other = (bureau: AnalysedParty['bureau']) => party({ role: 'CO_TENANT', name: 'Eva', bureau });
    expect(line('Score mínimo', [scored(1_000), other(null)], { rules })).toEqual([
      'UNKNOWN',
      'Ana (locatário) 1000, risco muito baixo; Eva (colocatário): sem consulta; a regra pede 600.',
    ]);
    expect(line('Score mínimo', [scored(450), other(null)], { rules })?.[0]).toBe('NOT_MET');
  });
});
