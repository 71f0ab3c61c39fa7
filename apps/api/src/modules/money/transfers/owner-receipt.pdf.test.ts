import { buffer } from 'node:stream/consumers';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { ownerReceipt } from './owner-receipt.pdf.ts';
import type { FoundTransfer } from './transfers.queries.ts';

type Transfer = FoundTransfer;

/** A transfer of a rent of 2.350,00 received with late charges. */
const transfer: Transfer = {
  id: 318,
  user_id: 8,
  property_id: 12,
  proposal_id: 77,
  invoice_id: 1042,
  payment_id: null,
  returned_by_bank: false,
  returned_part: null,
  debit_cause: null,
  reference: '2026-11',
  amount: 240_456,
  due_date: '2026-11-27',
  done_on: '2026-11-26',
  status: 'DONE',
  lines: [
    { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, out/2026', amount: 235_000 },
    { kind: 'ADMIN_FEE', name: 'Taxa de administração', note: '10% × 2.350,00', amount: -23_500 },
    { kind: 'LATE', name: 'Multa e juros', amount: 28_956 },
  ],
  ...{ received_on: '2026-11-20', rent: 235_000, gross: 263_956, obligations: 0, fee: 23_500 },
  ...{ tax: 0, tax_by: null, tax_code: null, tax_base: null, tax_exclusions: null, tax_undeducted: 0 },
  version: 2,
  created_at: '2026-11-20T09:00:00Z',
  deleted_at: null,
  purpose: 'OWNER',
  taken_by: null,
  owner: 'José Luís Brandão',
  owner_document: '11144477735',
  tenant_id: 5,
  tenant: 'Antônia Conceição Gonçalves',
  street: 'Rua São Mateus',
  number: '915',
  complement: 'ap. 501',
  bank_code: '001',
  bank_name: 'Banco do Brasil',
  bank_agency: '2995-7',
  bank_account: '10432-1',
  bank_full_name: 'José Luís Brandão',
  bank_cpf: '11144477735',
  bank_pix: null,
  neighborhood: 'São Mateus',
  city: 'Juiz de Fora',
  state: 'MG',
};

const agency: Letterhead = { name: 'Imobiliária Serra' };

async function textOf(changes: Partial<Transfer> = {}) {
  const file = await buffer(ownerReceipt({ transfer: { ...transfer, ...changes }, agency }));
  return (await extractText(new Uint8Array(file), { mergePages: true })).text.replace(/\s+/g, ' ');
}

test('is signed by the owner for the amount transferred, line by line', async () => {
  const text = await textOf();
  for (const words of [
    'Imobiliária Serra Recibo de repasse nº 318 R$ 2.404,56',
    'Pago a José Luís Brandão, CPF 111.444.777-35, a quantia de R$ 2.404,56 (dois mil quatrocentos e quatro reais e cinquenta e seis centavos), referente ao repasse do aluguel de outubro de 2026',
    'Referência 10/2026',
    'Vencimento 27/11/2026',
    'Pagamento 26/11/2026',
    'Fatura nº 1042',
    'Imóvel Rua São Mateus, 915, ap. 501, São Mateus, Juiz de Fora/MG',
    'Inquilino Antônia Conceição Gonçalves',
    'Conta para repasse Banco do Brasil (001), agência 2995-7, conta 10432-1',
    'Aluguel mês inteiro, out/2026 2.350,00 Taxa de administração 10% × 2.350,00 −235,00 Multa e juros 289,56 Total repassado R$ 2.404,56',
    'Recebi a quantia acima e dou quitação das importâncias discriminadas neste recibo, e somente delas.',
    'Juiz de Fora/MG, 26 de novembro de 2026. José Luís Brandão CPF 111.444.777-35',
  ])
    expect(text).toContain(words);
});

test("never shows another owner's account", async () => {
  expect(await textOf({ owner_document: '52998224725' })).not.toContain('Banco do Brasil');
});

test('has neither month nor tenant for a manual transfer', async () => {
  const lines: Transfer['lines'] = [{ kind: 'MANUAL', name: 'Repasse manual', amount: 100_000_000 }];
  const text = await textOf({
    reference: null,
    invoice_id: null,
    tenant_id: null,
    tenant: null,
    amount: 100_000_000,
    lines,
  });
  expect(text).toContain('(um milhão de reais), referente ao repasse do imóvel');
  expect(text).not.toContain('Inquilino');
});

test('is signed by the agency for an amount that the owner paid', async () => {
  const lines: Transfer['lines'] = [
    { kind: 'RENT', name: 'Aluguel', amount: 50_000 },
    { kind: 'EXTRA', name: 'Obra no telhado', amount: -62_000 },
  ];
  const text = await textOf({ amount: -12_000, lines });
  expect(text).toContain(
    'Recebemos de José Luís Brandão, CPF 111.444.777-35, a quantia de R$ 120,00 (cento e vinte reais)',
  );
  expect(text).toContain('Obra no telhado −620,00 Saldo do repasse, pago pelo proprietário −R$ 120,00');
  expect(text).toContain('26 de novembro de 2026. Imobiliária Serra Emitido');
  expect(text).not.toContain('Conta para repasse');
});

test('refuses a pending transfer', () => {
  expect(() => ownerReceipt({ transfer: { ...transfer, done_on: null }, agency })).toThrow(TypeError);
});
