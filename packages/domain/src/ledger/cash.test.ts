import { expect, test } from 'vitest';
import { cashTitle } from './cash.ts';

const RECEIVED = { department: 'RENT', type: 'INPUT', of_invoice: true, to_tenant: false, reversal: false } as const;
const PAID_OUT = { ...RECEIVED, type: 'OUTPUT', of_invoice: false } as const;

// biome-ignore format: a table of cases reads best aligned
test.each<[Parameters<typeof cashTitle>[0], string]>([
  [RECEIVED,                                        'Aluguel recebido'],
  [{ ...RECEIVED, reversal: true },                 'Estorno: aluguel recebido'],
  [PAID_OUT,                                        'Repasse efetuado'],
  [{ ...PAID_OUT, reversal: true },                 'Estorno: repasse efetuado'],
  [{ ...PAID_OUT, to_tenant: true },                'Devolução ao inquilino'],
  [{ ...PAID_OUT, type: 'INPUT' },                  'Recebido do proprietário'],
  [{ ...RECEIVED, of_invoice: false, department: 'SALE' },  'Comissão de venda'],
  [{ ...PAID_OUT, department: 'SALE' },             'Despesa de venda'],
  [{ ...RECEIVED, of_invoice: false, department: 'OTHER' }, 'Outra entrada'],
  [{ ...PAID_OUT, department: 'OTHER' },            'Despesa'],
  [{ ...PAID_OUT, department: 'OTHER', reversal: true },   'Estorno: despesa'],
])('%o: %s', (entry, expected) => {
  expect(cashTitle(entry)).toBe(expected);
});
