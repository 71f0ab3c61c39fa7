import { buffer } from 'node:stream/consumers';
import type { InvoiceLine } from '@morada/domain/rent/invoice';
import sharp from 'sharp';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import type { FoundInvoice } from './invoices.queries.ts';
import { tenantReceipt } from './tenant-receipt.pdf.ts';

const rent: InvoiceLine = { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, out/2026', amount: 235_000 };
const fees: InvoiceLine[] = [
  { kind: 'FEE', name: 'Condomínio', note: 'taxa do imóvel', amount: 38_630, to_owner: false, source_id: 1 },
  { kind: 'FEE', name: 'IPTU', note: 'taxa do imóvel', amount: 8_250, to_owner: false, source_id: 2 },
  { kind: 'EXTRA', name: 'Conserto do portão', note: 'desconto em boleto', amount: -750, source_id: 9 },
];

/** 2.811,30, paid fifteen days late. */
const invoice: FoundInvoice = {
  id: 1042,
  proposal_id: 77,
  user_id: 5,
  property_id: 12,
  reference: '2026-11',
  due_date: '2026-11-05',
  issued_on: '2026-10-26',
  contract_start: '2025-11-01',
  pay_day: '2026-11-20',
  old_charges: 0,
  current_price: 235_000,
  discount: 0,
  fees_total: 46_130,
  price: 235_000,
  fees: 46_130,
  amount: 281_130,
  fine: 28_113,
  interest: 843,
  paid_amount: 310_086,
  ...{ balance_of: null, balance_id: null, rest_amount: 0, rest_fate: null, rest_reason: null },
  ...{ debt_agreement_id: null, instalment: null, instalments: null },
  payment_method: 'PIX',
  status: 'PAID',
  lines: [rent, ...fees],
  version: 2,
  created_at: '2026-10-26T09:00:00Z' as FoundInvoice['created_at'],
  deleted_at: null,
  tenant: 'Antônia Conceição Gonçalves',
  tenant_document: '52998224725',
  phone: null,
  street: 'Rua São Mateus',
  number: '915',
  complement: 'ap. 501',
  neighborhood: 'São Mateus',
  city: 'Juiz de Fora',
  state: 'MG',
  continues: true,
  proposal_status: 'APPROVED',
  commission: 1_000,
  with_commission: true,
  tenant_person_type: 'FISICA',
  ...{ withholding: 'NONE', withholding_less_fee: false, withholding_iptu: 0, withholding_condominium: 0 },
  ...{ late_from_business_day: false, late_to_owner: 10_000, transfer_business_days: 3, withholding_discount: true },
  ...{ open_boleto: null, has_messages: false, has_brokerage: false, in_debt: false },
  owners: [],
  transfer_extras: [],
};
const agency = { name: 'Imobiliária Serra & Órion' };

const fileOf = (changes: Partial<FoundInvoice> = {}) =>
  buffer(tenantReceipt({ invoice: { ...invoice, ...changes }, agency }));

/** Text of the pages, with whitespace collapsed. */
async function pagesOf(changes?: Partial<FoundInvoice>): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(await fileOf(changes)));
  return text.map((page) => page.replace(/\s+/g, ' '));
}
const textOf = async (changes?: Partial<FoundInvoice>) => (await pagesOf(changes)).join(' ');

describe('an invoice paid late', async () => {
  const text = await textOf();

  test.each([
    'Imobiliária Serra & Órion Recibo de aluguel nº 1042 R$ 3.100,86',
    'Recebemos de Antônia Conceição Gonçalves, CPF 529.982.247-25, a quantia de R$ 3.100,86 (três mil e cem reais e oitenta e seis centavos), referente ao aluguel de outubro de 2026',
    'Referência 10/2026',
    'Vencimento 05/11/2026',
    'Pagamento 20/11/2026',
    'Forma de pagamento Pix',
    'Imóvel Rua São Mateus, 915, ap. 501, São Mateus, Juiz de Fora/MG',
    'Discriminação Valor (R$) Aluguel mês inteiro, out/2026 2.350,00 Condomínio taxa do imóvel 386,30 IPTU taxa do imóvel 82,50 Conserto do portão desconto em boleto −7,50 Multa paga 15 dias após o vencimento 281,13 Juros 8,43 Total recebido R$ 3.100,86',
    'Damos quitação das importâncias discriminadas neste recibo, e somente delas.',
    'Juiz de Fora/MG, 20 de novembro de 2026. Imobiliária Serra & Órion',
    'Emitido por Imobiliária Serra & Órion Recibo de aluguel nº 1042',
  ])('contains: %s', (words) => expect(text).toContain(words));

  test('lists nothing of a partial payment', () => expect(text).not.toMatch(/em parte|a mais|discriminado /));
});

test('names the agency with its details, and the owner', async () => {
  const serra = {
    ...{ name: 'Imobiliária Serra', cnpj: '11222333000181', creci: 'MG-1234', phone: '3232140000' },
    ...{ email: 'oi@serra.test', street: 'Rua Halfeld', number: '805', city: 'Matias Barbosa', state: 'MG' },
  };
  const owners = [{ client_id: 1, share: null, name: 'José Brandão' }] as FoundInvoice['owners'];
  const file = await buffer(tenantReceipt({ invoice: { ...invoice, owners }, agency: serra }));
  const { text } = await extractText(new Uint8Array(file), { mergePages: true });
  const said = text.replace(/\s+/g, ' ');
  expect(said).toContain(
    'Imobiliária Serra CNPJ 11.222.333/0001-81 · CRECI MG-1234 Rua Halfeld, 805, Matias Barbosa/MG (32) 3214-0000 · oi@serra.test Recibo de aluguel',
  );
  expect(said).toContain('Locador José Brandão');
  // The place of signature is the agency's, not the property's.
  expect(said).toContain(
    'Matias Barbosa/MG, 20 de novembro de 2026. Imobiliária Serra CNPJ 11.222.333/0001-81 · CRECI MG-1234 Emitido',
  );
});

test('has a logo with an alternative text', async () => {
  const picture = await sharp({ create: { width: 240, height: 60, channels: 3, background: '#0f606d' } })
    .png()
    .toBuffer();
  const file = await buffer(tenantReceipt({ invoice, agency: { name: 'Imobiliária Serra', picture } }));
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { fnArray } = await (await pdf.getPage(1)).getOperatorList();
  const { OPS } = await getResolvedPDFJS();
  expect(fnArray).toContain(OPS.paintImageXObject);
  expect(JSON.stringify(await (await pdf.getPage(1)).getStructTree())).toContain('"alt":"Imobiliária Serra"');
});

test('says what fine and interest have of IBS and CBS', async () => {
  const taxed_by: InvoiceLine['taxed_by'] = {
    ...{ mode: 'ON_TOP', residential: true, fixed: null, payers: [{ client_id: 1, name: 'José', share: 10_000 }] },
    rates: {
      ...{ ibs_state: 5, ibs_municipal: 5, cbs: 840, lease_reduction: 7_000, social_reducer: 60_000 },
      ...{ deducts_pis_cofins: false, collected: true, official: true },
    },
  };
  // Of 289,56: 282,33 bears 7,11 and twice 0,06.
  expect(await textOf({ lines: [{ ...rent, taxed_by }, ...fees] })).toContain(
    'Juros 8,43 IBS e CBS na multa e nos juros 7,23 0,00 Total recebido R$ 3.100,86',
  );
});

test('lists no charges when paid in time', async () => {
  const text = await textOf({
    pay_day: '2026-11-05',
    fine: 0,
    interest: 0,
    paid_amount: 281_130,
    payment_method: 'CARD',
  });
  expect(text).toContain('Conserto do portão desconto em boleto −7,50 Total recebido R$ 2.811,30');
  expect(text).toContain('Forma de pagamento Cartão de Crédito');
  expect(text).not.toMatch(/Multa|Juros/);
});

describe('an amount that differs from the listed total', () => {
  test('is adjusted downwards, with a quittance of that amount alone', async () => {
    const text = await textOf({ fine: 0, interest: 0, paid_amount: 200_000, payment_method: 'BOLETO' });
    expect(text).toContain(
      '−7,50 Total discriminado 2.811,30 Recebido em parte: R$ 2.000,00 de R$ 2.811,30 −811,30 Total recebido R$ 2.000,00',
    );
    expect(text).toContain('a quantia de R$ 2.000,00 (dois mil reais), referente');
    expect(text).toContain('Damos quitação da quantia recebida, e somente dela.');
  });

  test('covers less than the charges asked for', async () => {
    expect(await textOf({ paid_amount: 300_000 })).toContain(
      'Juros 8,43 Total discriminado 3.100,86 Recebido em parte: R$ 3.000,00 de R$ 3.100,86 −100,86 Total recebido R$ 3.000,00',
    );
  });

  test('is adjusted upwards', async () => {
    expect(await textOf({ fine: 0, interest: 0, paid_amount: 282_000 })).toContain(
      'Total discriminado 2.811,30 Recebido a mais: R$ 2.820,00 de R$ 2.811,30 8,70 Total recebido R$ 2.820,00',
    );
  });
});

test('continues fifty fees over several pages, with total and signature at the end', async () => {
  const many = Array.from({ length: 50 }, (_, index): InvoiceLine => {
    return { kind: 'FEE', name: `Taxa ${index + 1}`, note: 'taxa do imóvel', amount: 1_000 + index };
  });
  const pages = await pagesOf({ lines: [rent, ...many], fine: 0, interest: 0, paid_amount: 286_225 });
  expect(pages.length).toBeGreaterThanOrEqual(2);
  expect(pages[0]).toContain(`página 1 de ${pages.length}`);
  expect(pages[1]).toContain('Recibo de aluguel nº 1042 (continuação) Discriminação Valor (R$)');
  for (const { name } of many) expect(pages.join(' ')).toContain(`${name} taxa do imóvel 10,`);
  expect(pages.at(-1)).toContain('Total recebido R$ 2.862,25 Damos quitação');
});

test('never separates the signature from the total', LONG, async () => {
  for (let fees = 8; fees < 24; fees++) {
    const lines = Array.from({ length: fees }, () => ({ ...rent, amount: 1_000 }));
    const pages = await pagesOf({ lines });
    expect(pages.at(-1)).toMatch(
      /Total recebido R\$ 3\.100,86 .* Imobiliária Serra & Órion Emitido por Imobiliária Serra & Órion/,
    );
  }
});

test('wraps a long name completely', async () => {
  const tenant = `Maria ${'da Conceição Albuquerque '.repeat(12)}Sá`;
  const name = `Rateio ${'da impermeabilização do terraço '.repeat(8)}final`;
  const text = await textOf({ tenant, lines: [{ ...rent, name, amount: 281_130 }] });
  expect(text).toContain(`Recebemos de ${tenant}, CPF`);
  expect(text).toContain(`${name} mês inteiro, out/2026 2.811,30`);
});

test('replaces characters that the font lacks', async () => {
  const lines = [{ ...rent, name: 'Serviço\tde “limpeza” – €', note: '10% × \u22122,00 → ✓', amount: 281_130 }];
  const text = await textOf({ tenant: 'Joa\u0303o Wałęsa Dvořák', tenant_document: '12ABC34501DE35', lines });
  expect(text).toContain('Recebemos de João Wałęsa Dvořák, CNPJ 12.ABC.345/01DE-35, a');
  expect(text).toContain('Serviço de “limpeza” – € 10% × −2,00 ? ? 2.811,30');
});

test('is the same file each time, dated by the payment, in Portuguese', async () => {
  const file = await fileOf();
  expect(file.equals(await fileOf())).toBe(true);
  const { info } = await (await getDocumentProxy(new Uint8Array(file))).getMetadata();
  expect(info).toMatchObject({
    Title: 'Recibo de aluguel nº 1042',
    Author: 'Imobiliária Serra & Órion',
    CreationDate: 'D:20261120120000Z',
    Language: 'pt-BR',
  });
});

test('refuses an unpaid invoice', () => {
  expect(() => tenantReceipt({ invoice: { ...invoice, pay_day: null, paid_amount: null }, agency })).toThrow(TypeError);
});
