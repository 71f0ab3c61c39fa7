import type { ImportKind } from '@morada/contract/desk/imports.search';
import type { LeadKind } from '@morada/domain/attendance/lead-words';
import { digitsOfAccount } from '@morada/domain/bank/bank-account';
import { readPixKey } from '@morada/domain/bank/pix/pix-key';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { documentKind } from '@morada/domain/base/documents';
import type { Signature } from '@morada/domain/fiscal/reform';
import type { TaxRegime } from '@morada/domain/fiscal/taxpayer';
import type { Guarantee } from '@morada/domain/lease/contract';
import type { PropertyPurpose } from '@morada/domain/lease/lease-purposes';
import type { LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import type { PropertyLocation, TransactionType } from '@morada/domain/property/property-words';
import * as cells from './cells.map.ts';
import { Refused } from './cells.map.ts';
import type { Line } from './line.map.ts';

// Words that agencies use for our enumerated values; without accents, in capitals.
const CLIENT_WORDS = {
  INQUILINO: 'TENANT',
  LOCATARIO: 'TENANT',
  PROPRIETARIO: 'OWNER',
  LOCADOR: 'OWNER',
  FIADOR: 'GUARANTOR',
} as const satisfies Record<string, 'TENANT' | 'OWNER' | 'GUARANTOR'>;

const LOCATION_WORDS: Record<string, PropertyLocation> = {
  APARTAMENTO: 'APARTMENT',
  APTO: 'APARTMENT',
  COBERTURA: 'ROOF',
  CASA: 'HOUSE',
  SOBRADO: 'HOUSE',
  FAZENDA: 'FARM',
  CLINICA: 'CLINIC',
  CONSULTORIO: 'CLINIC',
  BARRACAO: 'SHED',
  GALPAO: 'GALPAO',
  GARAGEM: 'GARAGE',
  VAGA: 'GARAGE',
  KITNET: 'KITNET',
  KITINETE: 'KITNET',
  STUDIO: 'KITNET',
  LOTE: 'LOT',
  TERRENO: 'LOT',
  LOJA: 'STORE',
  SALA: 'COMERCIAL',
  'SALA COMERCIAL': 'COMERCIAL',
  COMERCIAL: 'COMERCIAL',
  SITIO: 'SITE',
  INDUSTRIA: 'INDUSTRIA',
  CHACARA: 'CHACARA',
  COMERCIO: 'COMERCIO',
};

const TYPE_WORDS: Record<string, TransactionType> = {
  LOCACAO: 'RENT',
  ALUGUEL: 'RENT',
  VENDA: 'SALE',
  'PRE VENDA': 'PRE_SALE',
  'PRE-VENDA': 'PRE_SALE',
  PERMUTA: 'EXCHANGE',
};

const GUARANTEE_WORDS: Record<string, Guarantee> = {
  CAUCAO: 'SECURITY_DEPOSIT',
  FIADOR: 'BONDSMAN',
  FIANCA: 'BONDSMAN',
  'SEGURO FIANCA': 'BAIL_INSURANCE',
  'SEGURO-FIANCA': 'BAIL_INSURANCE',
  CREDPAGO: 'CREDPAGO',
  OUTRO: 'OTHER',
  OUTRA: 'OTHER',
  NENHUMA: 'OTHER',
};

const STATUS_WORDS: Record<string, 'APPROVED' | 'CLOSED'> = {
  ATIVO: 'APPROVED',
  'EM ANDAMENTO': 'APPROVED',
  VIGENTE: 'APPROVED',
  ENCERRADO: 'CLOSED',
  INATIVO: 'CLOSED',
  RESCINDIDO: 'CLOSED',
};

const REGIME_WORDS: Record<string, TaxRegime> = {
  CONTRIBUINTE: 'REGULAR',
  REGULAR: 'REGULAR',
  'LUCRO PRESUMIDO': 'REGULAR',
  'LUCRO REAL': 'REGULAR',
  SIMPLES: 'SIMPLES',
  'SIMPLES NACIONAL': 'SIMPLES',
  MEI: 'MEI',
  'NAO CONTRIBUINTE': 'NONE',
};

const PURPOSE_WORDS: Record<string, PropertyPurpose> = {
  RESIDENCIAL: 'RESIDENTIAL',
  'NAO RESIDENCIAL': 'NON_RESIDENTIAL',
  COMERCIAL: 'NON_RESIDENTIAL',
  TEMPORADA: 'SHORT_STAY',
};

const LEASE_TAX_WORDS: Record<string, LeaseTaxMode> = {
  'POR FORA': 'ON_TOP',
  INCLUIDO: 'INCLUDED',
  'INCLUIDO NO ALUGUEL': 'INCLUDED',
};

const SIGNATURE_WORDS: Record<string, Signature> = {
  'FIRMA RECONHECIDA': 'CERTIFIED',
  ELETRONICA: 'ELECTRONIC',
  'ASSINATURA ELETRONICA': 'ELECTRONIC',
  SIMPLES: 'PLAIN',
};

const PURPOSES = ['Residencial', 'Não residencial', 'Temporada'];

/** Meanings that a word of the file may have, by kind and field, as `readPerson` and the other readers accept them. */
export const MEANINGS: Record<ImportKind, Record<string, readonly string[]>> = {
  people: {
    tipo: ['Inquilino', 'Proprietário', 'Fiador'],
    regime: ['Contribuinte', 'Simples', 'MEI', 'Não contribuinte'],
  },
  properties: {
    tipo: [
      ...['Apartamento', 'Cobertura', 'Casa', 'Kitnet', 'Sala comercial', 'Loja', 'Galpão', 'Barracão', 'Lote'],
      ...['Garagem', 'Chácara', 'Sítio', 'Fazenda', 'Clínica', 'Indústria', 'Comércio'],
    ],
    finalidade: ['Locação', 'Venda', 'Pré-venda', 'Permuta'],
    uso: PURPOSES,
  },
  contracts: {
    garantia: ['Caução', 'Fiador', 'Seguro fiança', 'CredPago', 'Outro'],
    situacao: ['Ativo', 'Encerrado'],
    ibs_cbs: ['Por fora', 'Incluído'],
    uso: PURPOSES,
    opcao_assinatura: ['Firma reconhecida', 'Eletrônica', 'Simples'],
  },
  leads: { assunto: ['Locação', 'Compra', 'Oferta de imóvel'] },
};

const address = (line: Line) => ({
  number: cells.optional(line, 'numero', 20),
  complement: cells.optional(line, 'complemento'),
  cep: cells.cep(line, 'cep'),
  state: cells.state(line, 'uf'),
});

/** `lenient`: drops an invalid e-mail with a warning instead of refusing the person. */
export function readPerson(line: Line, today: CalendarDate, { lenient = false }: { lenient?: boolean } = {}) {
  const name = cells.required(line, 'nome');
  const type = cells.word(line, 'tipo', CLIENT_WORDS);
  const cpf_cnpj = cells.document(line, 'documento');
  const badEmail = lenient && cells.isBadEmail(line, 'email');
  const { phones, extension } = cells.phones(line, 'telefone');
  const [phone = null, cellphone = null, ...more] = phones;
  const { bank, doubts } = readAccount(line);
  return {
    leftOut: [
      ...(badEmail ? [{ field: 'email', reason: 'formato: entra sem e-mail' }] : []),
      ...(extension ? [{ field: 'telefone', reason: 'o ramal fica de fora' }] : []),
      ...(more.length > 0 ? [{ field: 'telefone', reason: 'mais de dois números: entram os dois primeiros' }] : []),
      ...doubts,
    ],
    client: {
      name,
      type,
      cpf_cnpj,
      person_type: documentKind(cpf_cnpj) === 'CNPJ' ? ('JURIDICA' as const) : ('FISICA' as const),
      email: badEmail ? null : cells.email(line, 'email'),
      phone,
      cellphone,
      birth_date: line('nascimento') === '' ? null : readBirth(line, today),
      street: cells.optional(line, 'logradouro'),
      neighborhood: cells.optional(line, 'bairro'),
      city: cells.optional(line, 'cidade'),
      ...address(line),
      ...readTaxes(line, today),
    },
    bank: bank && { ...bank, holder_name: name, document: cpf_cnpj },
  };
}

/** How an owner stands towards IBS and CBS. */
function readTaxes(line: Line, today: CalendarDate) {
  const tax_regime = line('regime') === '' ? null : cells.word(line, 'regime', REGIME_WORDS);
  const taxpayer_since =
    line('contribuinte_desde') === '' ? null : cells.date(line, 'contribuinte_desde', cells.farAhead(today));
  if (tax_regime === 'REGULAR' && taxpayer_since === null) throw new Refused('contribuinte_desde', 'obrigatório');
  const tax_cnpj = line('cnpj_notas') === '' ? null : cells.document(line, 'cnpj_notas');
  if (tax_cnpj !== null && documentKind(tax_cnpj) !== 'CNPJ') throw new Refused('cnpj_notas', 'não é um CNPJ');
  const municipal_registration = cells.optional(line, 'inscricao_municipal', 15);
  return { tax_regime, taxpayer_since, tax_cnpj, municipal_registration };
}

/** An account or a Pix key alone. Values that fail the bank's rules are imported with a warning. */
function readAccount(line: Line) {
  const digits = line('banco').replace(/\D/g, '');
  const pix_key = cells.optional(line, 'pix', 140);
  const isKey = pix_key !== null && readPixKey(pix_key) !== undefined;
  if (digits === '') {
    if (pix_key === null) return { bank: null, doubts: [] };
    if (!isKey) return { bank: null, doubts: [{ field: 'pix', reason: 'não é uma chave Pix: entra sem conta' }] };
    return { bank: { code: null, agency_number: null, account_number: null, pix_key }, doubts: [] };
  }
  const code = digits.padStart(3, '0');
  const agency_number = cells.accountFigures(line, 'agencia', 20);
  const account_number = cells.accountFigures(line, 'conta', 30);
  const doubts = digitsOfAccount({ code, agency: agency_number, account: account_number }).map(({ field }) => ({
    field: field === 'agency' ? 'agencia' : 'conta',
    reason: 'não confere para este banco: entra como está',
  }));
  if (pix_key !== null && !isKey) doubts.push({ field: 'pix', reason: 'não é uma chave Pix: entra como está' });
  return { bank: { code, agency_number, account_number, pix_key }, doubts };
}

function readBirth(line: Line, today: CalendarDate): CalendarDate {
  const day = cells.date(line, 'nascimento', today);
  if (day > today) throw new Refused('nascimento', 'data futura');
  return day;
}

export function readProperty(line: Line) {
  return {
    owner: cells.required(line, 'proprietario'),
    property: {
      location: cells.word(line, 'tipo', LOCATION_WORDS),
      type: cells.word(line, 'finalidade', TYPE_WORDS),
      price: cells.positiveMoney(line, 'valor'),
      street: cells.required(line, 'logradouro'),
      neighborhood: cells.required(line, 'bairro'),
      city: cells.required(line, 'cidade'),
      ...address(line),
      bedrooms: cells.count(line, 'quartos'),
      bathrooms: cells.count(line, 'banheiros'),
      garage: cells.count(line, 'vagas'),
      energisa: cells.optional(line, 'energisa', 40),
      copasa: cells.optional(line, 'copasa', 40),
      external_id: cells.optional(line, 'codigo'),
      cib: cells.code(line, 'cib', /^[0-9A-Z]{8}$/, 'o CIB tem 8 letras ou números'),
      property_registration: cells.optional(line, 'inscricao_imobiliaria', 30),
      city_code: cells.code(line, 'codigo_ibge', /^\d{7}$/, 'o código do IBGE tem 7 números'),
      purpose: purposeIn(line),
    },
    fees: [
      { name: 'Condomínio', column: 'condominio' },
      { name: 'IPTU', column: 'iptu' },
    ].flatMap(({ name, column }) => {
      const price = line(column) === '' ? 0 : cells.money(line, column);
      return price > 0 ? [{ name, price }] : [];
    }),
  };
}

const purposeIn = (line: Line) => (line('uso') === '' ? null : cells.word(line, 'uso', PURPOSE_WORDS));

/** Conditions of the fixed rate; null without the day of the signature. */
function readOption(line: Line, latest: CalendarDate, purpose: PropertyPurpose | null, ends_on: CalendarDate) {
  if (line('opcao_assinado') === '') return null;
  if (purpose === null || purpose === 'SHORT_STAY')
    throw new Refused('uso', 'a opção de 3,65% pede Residencial ou Não residencial');
  return {
    signed_on: cells.date(line, 'opcao_assinado', latest),
    signature: cells.word(line, 'opcao_assinatura', SIGNATURE_WORDS),
    registered_on: line('opcao_registro') === '' ? null : cells.date(line, 'opcao_registro', latest),
    proof: cells.optional(line, 'opcao_comprovante'),
    purpose,
    ends_on,
  };
}

const YES_OR_NO = { SIM: true, S: true, NAO: false, N: false } as const satisfies Record<string, boolean>;

const KIND_WORDS: Record<string, LeadKind> = {
  LOCACAO: 'RENT',
  ALUGUEL: 'RENT',
  ALUGAR: 'RENT',
  COMPRA: 'SALE',
  COMPRAR: 'SALE',
  VENDA: 'SALE',
  OFERTA: 'OFFER',
  'OFERTA DE IMOVEL': 'OFFER',
  CAPTACAO: 'OFFER',
};

export function readLead(line: Line, today: CalendarDate) {
  const { phones, extension } = cells.phones(line, 'telefone');
  const [phone = null, ...more] = phones;
  const email = cells.email(line, 'email');
  if (phone === null && email === null) throw new Refused('telefone', 'informe o telefone ou o e-mail');
  const received_on = line('recebido_em') === '' ? null : cells.date(line, 'recebido_em', today);
  if (received_on !== null && received_on > today) throw new Refused('recebido_em', 'data futura');
  return {
    ...{ name: cells.required(line, 'nome', 120), phone, email, received_on },
    kind: line('assunto') === '' ? ('RENT' as const) : cells.word(line, 'assunto', KIND_WORDS),
    property: line('imovel_id') === '' ? null : String(cells.whole(line, 'imovel_id', 1, 999_999_999_999_999)),
    owner: cells.optional(line, 'responsavel', 120),
    campaign: cells.optional(line, 'origem', 200),
    note: cells.optional(line, 'mensagem', 2_000),
    leftOut: [
      ...(extension ? [{ field: 'telefone', reason: 'o ramal fica de fora' }] : []),
      ...(more.length > 0 ? [{ field: 'telefone', reason: 'mais de um número: entra o primeiro' }] : []),
    ],
  };
}
export type LeadRow = ReturnType<typeof readLead>;

export function readContract(line: Line, today: CalendarDate) {
  const latest = cells.farAhead(today);
  const tenant = cells.required(line, 'inquilino');
  const property =
    line('imovel_id') === ''
      ? { by: 'imovel' as const, reference: cells.required(line, 'imovel') }
      : { by: 'imovel_id' as const, reference: String(cells.whole(line, 'imovel_id', 1, 999_999_999_999_999)) };
  const current_price = cells.money(line, 'valor_atual');
  const price = line('valor_inicial') === '' ? current_price : cells.money(line, 'valor_inicial');
  const terms = {
    price,
    current_price,
    commission: cells.percent(line, 'comissao'),
    transfer_date: cells.whole(line, 'dia_vencimento', 1, 31),
    start_date: cells.date(line, 'inicio', latest),
    end_date: cells.date(line, 'fim', latest),
    ends_at_term: line('encerra_no_fim') === '' ? false : cells.word<boolean>(line, 'encerra_no_fim', YES_OR_NO),
    next_readjustment: line('proximo_reajuste') === '' ? undefined : cells.date(line, 'proximo_reajuste', latest),
    guarantee: line('garantia') === '' ? ('OTHER' as const) : cells.word(line, 'garantia', GUARANTEE_WORDS),
    lease_tax: line('ibs_cbs') === '' ? ('ON_TOP' as const) : cells.word(line, 'ibs_cbs', LEASE_TAX_WORDS),
    purpose: purposeIn(line),
  };
  if (terms.end_date < terms.start_date) throw new Refused('fim', 'antes do início');
  if (terms.next_readjustment && terms.next_readjustment < terms.start_date)
    throw new Refused('proximo_reajuste', 'antes do início');
  const guarantors = line('fiadores')
    .split(/[,;/|]/)
    .map((code) => code.trim())
    .filter(Boolean);
  if (terms.guarantee === 'BONDSMAN' && guarantors.length === 0) throw new Refused('fiadores', 'obrigatório');
  const status = cells.word(line, 'situacao', STATUS_WORDS);
  // An ended contract bills nothing, so its rent may be missing.
  if (status === 'APPROVED')
    for (const [field, amount] of [
      ['valor_atual', current_price],
      ['valor_inicial', price],
    ] as const)
      if (amount === 0) throw new Refused(field, 'valor zero');
  const option = readOption(line, latest, terms.purpose, terms.end_date);
  return { tenant, property, guarantors, terms, status, option };
}

export type PersonRow = ReturnType<typeof readPerson>;
export type PropertyRow = ReturnType<typeof readProperty>;
export type ContractRow = ReturnType<typeof readContract>;
