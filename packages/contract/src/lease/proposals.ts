import { WHOLE } from '@morada/domain/base/money';
import { GUARANTEES } from '@morada/domain/lease/contract';
import { MAX_INSTALMENTS } from '@morada/domain/lease/instalments';
import { PROPERTY_PURPOSES, type PropertyPurpose } from '@morada/domain/lease/lease-purposes';
import { LEASE_TAX_MODES, type LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import { WITHHOLDING_MODES, type WithholdingMode } from '@morada/domain/lease/withholding-modes';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  clearable,
  document,
  givenDate,
  hundredths,
  id,
  idParams,
  instant,
  isFilledIn,
  money,
  nonNegativeMoney,
  optionalProse,
  optionalText,
  page,
  partOfWhole,
  percent,
  positiveMoney,
  recordId,
  reference,
  searchId,
  text,
} from '../base/fields.ts';
import { pixKey } from '../base/pix-key.ts';
import { problems } from '../base/problem.ts';
import { SETTLEMENT } from '../base/subjects.ts';
import { bankCode, wholeAccount } from '../registry/bank-account.ts';
import { DOCUMENT_UPLOAD } from '../registry/files.ts';
import { Party } from './parties.ts';
import { ProposalSearch } from './proposals.search.ts';

export const Guarantee = z.enum(
  Object.keys(GUARANTEES) as [keyof typeof GUARANTEES, ...(keyof typeof GUARANTEES)[]],
  'Informe a garantia',
);
/** 1 or 0 on the wire, as in the specification; booleans are accepted too. */
const flag = (message: string) =>
  z.codec(z.union([z.literal(1), z.literal(0), z.boolean()], message), z.boolean(), {
    decode: Boolean,
    encode: (value) => (value ? 1 : 0) as 0 | 1,
  });
const commission = partOfWhole('Informe a quantidade');
const paymentDay = z
  .int('Informe o dia do pagamento')
  .check(z.gte(1, 'Informe o dia do pagamento'), z.lte(31, 'Informe o dia do pagamento'));
/** A rent is readjusted by at most its own amount, up or down: more is a typo, such as 450 for 4,50. */
export const readjustmentPercent = percent.check(
  z.refine((value) => value > -WHOLE && value <= WHOLE, 'Use um percentual entre −100% e 100%'),
);
/** The index by which the rent is readjusted. */
export const PriceIndex = z.enum(['IGPM', 'IPCA', 'INPC'], 'Informe o índice');
const Withholding = z.enum(
  Object.keys(WITHHOLDING_MODES) as [WithholdingMode, ...WithholdingMode[]],
  'Informe quem recolhe o imposto',
);
export const LeaseTax = z.enum(
  Object.keys(LEASE_TAX_MODES) as [LeaseTaxMode, ...LeaseTaxMode[]],
  'Informe se o imposto é por fora ou incluído',
);
const Purpose = z.enum(
  Object.keys(PROPERTY_PURPOSES) as [PropertyPurpose, ...PropertyPurpose[]],
  'Informe a finalidade',
);
/** Months of rent with two decimals on the wire (3), hundredths in the code (300). */
const rents = (message: string) =>
  hundredths<number>(message).check(z.refine((value) => value >= 0 && value <= 12_000, message));
const agreed = {
  readjustment_index: z.optional(PriceIndex),
  /** The rent also follows a negative index. */
  readjusts_down: z.optional(z.boolean()),
  /** Messages about invoices and the ruler's go to co-tenants, too. */
  tells_co_tenants: z.optional(z.boolean()),
  /** Penalty for leaving early, in months of rent. */
  penalty_rents: z.optional(rents('Informe a multa, de 0 a 120 aluguéis')),
  /** Cash deposit received as guarantee. */
  deposit: z.optional(z.nullable(nonNegativeMoney('Informe o valor da caução'))),
  /** Income tax on rents that a company pays to a natural person. */
  withholding: z.optional(Withholding),
  /** The administration fee reduces the tax base. */
  withholding_less_fee: z.optional(z.boolean()),
  /** Monthly IPTU and condominium borne by the owners, which reduce the tax base. */
  withholding_iptu: z.optional(nonNegativeMoney('Informe o IPTU')),
  withholding_condominium: z.optional(nonNegativeMoney('Informe o condomínio')),
  /** Whether IBS and CBS of the owners come on top of the rent. */
  lease_tax: z.optional(LeaseTax),
  /** Null: that of the property. */
  purpose: clearable(Purpose),
};

export const ProposalRow = z.object({
  id: z.int(),
  user_id: z.int(),
  tenant: z.string(),
  property_id: z.int(),
  property: z.string(),
  owner: z.nullable(z.string()),
  bank_full_name: z.nullable(z.string()),
  price: money,
  current_price: money,
  start_date: calendarDate(),
  end_date: calendarDate(),
  /** It ends with its term, as a sale does; otherwise the lease runs on past its end. */
  ends_at_term: z.boolean(),
  /** null: a sale, which is never readjusted. */
  next_readjustment: z.nullable(calendarDate()),
  renewed: z.boolean(),
  delayed: z.boolean(),
  status: z.enum(['APPROVED', 'CLOSED']),
});

const bank = {
  bank_code: blank(bankCode),
  bank_name: optionalText(),
  bank_full_name: blank(text('Informe o nome do titular')),
  bank_account: blank(text('Informe a conta', 30)),
  bank_agency: blank(text('Informe a agência', 20)),
  bank_cpf: blank(document('Informe o CPF')),
  bank_pix: blank(pixKey()),
  bank_obs: optionalProse(500),
};
export const ACCOUNT_PATHS = { code: 'bank_code', agency: 'bank_agency', account: 'bank_account' } as const;
const terms = {
  current_price: positiveMoney('Informe o preço atual de cobrança'),
  commission,
  transfer_date: paymentDay,
  guarantee: Guarantee,
};
const endAfterStart = z.refine<{ start_date?: string; end_date?: string }>(
  ({ start_date, end_date }) => !start_date || !end_date || end_date >= start_date,
  { path: ['end_date'], message: 'A data final vem depois da inicial' },
);
const DISCOUNT_ABOVE_RENT = 'O desconto passa do aluguel';
/** A partial form leaves fields out: the service compares them with the stored contract. */
const discountWithinRent = z.refine<{ current_price?: number; discount?: number }>(
  ({ current_price, discount }) => current_price === undefined || (discount ?? 0) <= current_price,
  { path: ['discount'], message: DISCOUNT_ABOVE_RENT },
);
const READJUSTMENT_BEFORE_START = 'O próximo reajuste vem depois do início';
const readjustmentAfterStart = z.refine<{ start_date?: string; next_readjustment?: string | undefined }>(
  ({ start_date, next_readjustment }) => !start_date || !next_readjustment || next_readjustment >= start_date,
  { path: ['next_readjustment'], message: READJUSTMENT_BEFORE_START },
);
type Account = { [field in keyof typeof bank]?: string | null | undefined };
/** An empty account means the owner's first one; any of its fields requires those that identify an account. */
const givesAccount = (contract: Account) =>
  Object.keys(bank).some((name) => Boolean(contract[name as keyof typeof bank]));

export const ProposalCreate = z
  .object({
    user_id: recordId('Informe o inquilino'),
    property_id: recordId('Informe o imóvel'),
    ...terms,
    ...bank,
    ...agreed,
    price: z.optional(positiveMoney('Informe o preço')),
    discount: z.optional(nonNegativeMoney('Informe o desconto')),
    with_commission: z.optional(flag('Informe se recebe comissão')),
    prorate: z.optional(z.boolean()),
    ends_at_term: z.optional(z.boolean()),
    /** Accepted bid that becomes this contract. */
    bid_id: z.optional(recordId()),
    start_date: givenDate('Informe a data inicial do contrato'),
    end_date: givenDate('Informe a data final do contrato'),
    next_readjustment: blank(givenDate('Informe a data do próximo reajuste')),
    guarantors: z.optional(z.array(recordId('Selecione o fiador')).check(z.maxLength(10, 'Use até 10 fiadores'))),
  })
  .check(
    endAfterStart,
    discountWithinRent,
    readjustmentAfterStart,
    wholeAccount<Account>(ACCOUNT_PATHS, (contract) =>
      givesAccount(contract)
        ? {
            ...{ code: contract.bank_code, agency: contract.bank_agency, account: contract.bank_account },
            pix: contract.bank_pix,
          }
        : undefined,
    ),
    z.refine<Account>((contract) => Boolean(contract.bank_full_name) || !givesAccount(contract), {
      path: ['bank_full_name'],
      message: 'Informe o nome do titular',
      when: isFilledIn,
    }),
    z.refine((contract) => contract.guarantee !== 'BONDSMAN' || (contract.guarantors ?? []).length > 0, {
      // The form has a field for the first from the start.
      path: ['guarantors', 0],
      message: 'Selecione o fiador',
      when: isFilledIn,
    }),
  );

export const ProposalUpdate = z
  .partial(
    z.object({
      ...terms,
      ...agreed,
      /** The service checks changed account fields; accounts older than these rules stay as they are. */
      bank_code: clearable(bankCode),
      bank_name: optionalText(),
      bank_full_name: text('Informe o nome do titular'),
      bank_account: optionalText(30),
      bank_agency: optionalText(20),
      bank_cpf: document('Informe o CPF'),
      bank_pix: optionalText(140),
      bank_obs: optionalProse(500),
      price: positiveMoney('Informe o preço'),
      discount: nonNegativeMoney('Informe o desconto'),
      with_commission: flag('Informe se recebe comissão'),
      prorate: z.boolean(),
      ends_at_term: z.boolean(),
      start_date: givenDate('Informe a data inicial do contrato'),
      end_date: givenDate('Informe a data final do contrato'),
      next_readjustment: givenDate('Informe a data do próximo reajuste'),
      /** Prorrogar: basis of the new rent, kept in the contract's history. */
      readjustment: z.object({ index: z.nullable(PriceIndex), percent: readjustmentPercent }),
      /** Prorrogar: whether the next invoice charges the rest of a last month issued by days; absent: yes. */
      charge_rest: z.boolean(),
    }),
  )
  .check(endAfterStart, discountWithinRent, readjustmentAfterStart);

export const ExtraValue = z.object({
  id: z.int(),
  description: z.string(),
  amount: money,
  type: z.enum(['CREDIT', 'DEBIT']),
  influence: z.enum(['RENT', 'EXPENSE']),
  boleto: z.boolean(),
  transfer: z.boolean(),
  /** The agency's fee for the letting, of which the owner has a note. */
  brokerage: z.boolean(),
  invoice_id: z.nullable(z.int()),
  transfer_id: z.nullable(z.int()),
  /** An instalment waits for the invoice of this month. */
  from_reference: z.nullable(reference()),
});

/** Months over which an extra value is split. */
export const Instalments = z
  .int('Informe as parcelas')
  .check(z.gte(1, 'Informe as parcelas'), z.lte(MAX_INSTALMENTS, `Use até ${MAX_INSTALMENTS} parcelas`));

export const ExtraCreate = z
  .object({
    description: text('Informe a descrição'),
    amount: positiveMoney('Informe o valor'),
    type: z.enum(['CREDIT', 'DEBIT'], 'Informe o tipo'),
    influence: z.enum(['RENT', 'EXPENSE'], 'Informe a influência'),
    boleto: z._default(flag('Informe se vai no boleto'), false),
    transfer: z._default(flag('Informe se vai no repasse'), false),
    /** The agency's fee for the letting, which the owner pays from the transfer. */
    brokerage: z._default(flag('Informe se é a intermediação'), false),
    /** Number of monthly instalments; the response is the first of them. */
    instalments: z.optional(Instalments),
    /** Month of the first invoice that takes it; absent: the next one. */
    from_reference: blank(reference()),
  })
  .check(
    z.refine((extra) => extra.boleto || extra.transfer, {
      path: ['boleto'],
      message: 'Escolha boleto, repasse ou os dois',
    }),
    z.refine(({ brokerage, type, boleto }) => !brokerage || (type === 'CREDIT' && !boleto), {
      path: ['brokerage'],
      message: 'A intermediação é uma dedução do repasse, fora do boleto',
    }),
  );

export const DocumentType = z.enum(
  ['RG_FRONT', 'RG_BACK', 'MARITAL_CERTIFICATE', 'PROOF_OF_INCOME', 'GUARANTOR', 'CONTRACT', 'OTHER'],
  'Informe o tipo do documento',
);

export const ProposalDocument = z.object({
  id: z.int(),
  type: DocumentType,
  name: z.string(),
  /** Path of the bytes, which the session or a one-time address opens; `source` repeats it. */
  url: z.string(),
  source: z.string(),
  media_type: z.string(),
  bytes: z.int(),
  created_at: instant,
});

const Guarantor = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  rg: z.nullable(z.string()),
  cpf_cnpj: z.string(),
  phone: z.nullable(z.string()),
});

export const ProposalDetail = z.object({
  ...z.omit(ProposalRow, { property: true }).shape,
  discount: money,
  commission: percent,
  with_commission: flag(''),
  prorate: z.boolean(),
  /** The month of the end is, or was, charged by days: a later end leaves the rest of that month to be charged. */
  last_month_by_days: z.boolean(),
  transfer_date: z.int(),
  guarantee: Guarantee,
  readjustment_index: PriceIndex,
  readjusts_down: z.boolean(),
  tells_co_tenants: z.boolean(),
  penalty_rents: hundredths<number>('Informe a multa, de 0 a 120 aluguéis'),
  deposit: z.nullable(money),
  withholding: Withholding,
  withholding_less_fee: z.boolean(),
  withholding_iptu: money,
  withholding_condominium: money,
  lease_tax: LeaseTax,
  purpose: z.nullable(Purpose),
  registered_on: calendarDate(),
  closed_on: z.nullable(calendarDate()),
  /** The agency's setting: days before the due date on which an invoice is issued. */
  billing_lead_days: z.int(),
  bank_code: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  bank_account: z.nullable(z.string()),
  bank_agency: z.nullable(z.string()),
  bank_cpf: z.nullable(z.string()),
  bank_pix: z.nullable(z.string()),
  bank_obs: z.nullable(z.string()),
  created_at: instant,
  user: z.object({ id: z.int(), name: z.string() }),
  /** The main owner first; `owner` of the row is the first one's name. */
  owners: z.array(z.object({ id: z.int(), name: z.string() })),
  property: z.object({ id: z.int(), address: z.string(), type: z.string(), status: z.string() }),
  /** Guarantors of today. */
  guarantors: z.array(Guarantor),
  /** Everybody who stands or stood in it, the principal tenant first. */
  parties: z.array(Party),
  documents: z.array(ProposalDocument),
  extraValues: z.array(ExtraValue),
  invoices: z.array(
    z.object({
      id: z.int(),
      reference: reference(),
      due_date: calendarDate(),
      /** The rent in `amount`. */
      price: money,
      amount: money,
      status: z.enum(['PENDING', 'PAID', 'REPLACED']),
      pay_day: z.nullable(calendarDate()),
      paid_amount: z.nullable(money),
    }),
  ),
  transfers: z.array(
    z.object({
      id: z.int(),
      invoice_id: z.nullable(z.int()),
      user: z.string(),
      due_date: calendarDate(),
      amount: money,
      status: z.enum(['PENDING', 'DONE']),
    }),
  ),
});
export type ProposalDetail = z.output<typeof ProposalDetail>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const ProposalHistory = z.object({
  entries: z.array(
    z.object({
      id: z.int(),
      at: instant,
      actor: z.string(),
      /** `create`, `update`, `extend`, `readjust`, `undo-readjustment`, `close`, `add-guarantor`… */
      action: z.string(),
      changes: z.array(z.object({ field: z.string(), before: value, after: value })),
    }),
  ),
  /** The latest first; `until` null: still charged. */
  rents: z.array(
    z.object({ from: calendarDate(), until: z.nullable(calendarDate()), price: money, index: z.nullable(PriceIndex) }),
  ),
});

const editing = ['PROPOSAL_EDIT', 'PROPOSAL_UPDATE'] as const;
/** The row's id comes as `?id=`, or in a JSON body. */
const rowId = {
  query: z.object({ id: searchId }),
  body: z.optional(z.nullable(z.object({ id: z.optional(recordId()) }))),
};

export const proposals = endpoints('contracts', {
  list: {
    method: 'GET',
    path: '/proposal',
    access: 'PROPOSAL_VIEW',
    summary: 'Contratos: uma página com ?page=, ou todos',
    query: ProposalSearch,
    response: z.union([page(ProposalRow), z.array(ProposalRow)]),
  },
  export: listExport({
    path: '/proposal/export/:format',
    access: 'PROPOSAL_VIEW',
    summary: 'Contratos que os filtros encontram, em planilha',
    query: ProposalSearch,
  }),
  create: {
    method: 'POST',
    path: '/proposal/manual',
    access: 'PROPOSAL_CREATE',
    summary: 'Cadastrar contrato',
    changes: ['invoices', 'properties'],
    body: ProposalCreate,
    response: z.object({ id: z.int() }),
    status: 201,
  },
  show: {
    method: 'GET',
    path: '/proposal/:id',
    access: 'PROPOSAL_VIEW',
    summary: 'Um contrato',
    params: idParams,
    response: ProposalDetail,
    versioned: true,
  },
  update: {
    method: 'PATCH',
    path: '/proposal/:id',
    access: editing,
    summary: 'Alterar contrato',
    changes: ['invoices'],
    params: idParams,
    body: ProposalUpdate,
    response: ProposalDetail,
    versioned: true,
    idempotent: true,
  },
  remove: {
    method: 'DELETE',
    path: '/proposal/:id',
    access: 'PROPOSAL_DELETE',
    summary: 'Deletar contrato',
    changes: [...SETTLEMENT, 'properties'],
    params: idParams,
  },
  addDocument: {
    method: 'PUT',
    path: '/proposal/:id/:documentType',
    access: 'PROPOSAL_UPLOAD',
    summary: 'Enviar um documento do contrato',
    params: z.object({ id, documentType: DocumentType }),
    upload: DOCUMENT_UPLOAD,
    response: ProposalDocument,
    status: 201,
  },
  removeDocument: {
    method: 'DELETE',
    path: '/proposal/:id/document',
    access: 'PROPOSAL_UPLOAD',
    summary: 'Deletar um documento do contrato',
    params: idParams,
    ...rowId,
  },
  history: {
    method: 'GET',
    path: '/proposal/:id/history',
    access: 'PROPOSAL_VIEW',
    summary: 'Histórico do contrato: quem mudou o quê e quando, e o aluguel por período',
    params: idParams,
    response: ProposalHistory,
  },
  addGuarantor: {
    method: 'PUT',
    path: '/proposal/:id/guarantor',
    access: editing,
    summary: 'Adicionar fiador',
    params: idParams,
    body: z.object({ user_id: recordId('Selecione o fiador') }),
    response: Guarantor,
    status: 201,
  },
  removeGuarantor: {
    method: 'DELETE',
    path: '/proposal/:id/guarantor',
    access: editing,
    summary: 'Remover fiador',
    params: idParams,
    ...rowId,
  },
  addExtra: {
    method: 'PUT',
    path: '/proposal/:id/extra',
    access: editing,
    summary: 'Cadastrar dedução ou acréscimo',
    params: idParams,
    body: ExtraCreate,
    response: ExtraValue,
    status: 201,
    idempotent: true,
  },
  removeExtra: {
    method: 'DELETE',
    path: '/proposal/:id/extra',
    access: editing,
    summary: 'Deletar dedução ou acréscimo',
    params: idParams,
    ...rowId,
    idempotent: true,
  },
});

export const proposalProblems = problems({
  PROPOSAL_NOT_FOUND: [404, 'Não encontramos o contrato'],
  TENANT_NOT_FOUND: [422, 'Informe o inquilino', 'user_id'],
  PROPERTY_MISSING: [422, 'Informe o imóvel', 'property_id'],
  PROPERTY_TAKEN: [409, 'Este imóvel já tem um contrato em andamento', 'property_id'],
  PROPERTY_WITHOUT_OWNER: [422, 'O imóvel não tem proprietário. Vincule um antes do contrato.', 'property_id'],
  OWNER_GONE: [
    409,
    'Um proprietário deste imóvel foi anonimizado ou excluído. Troque-o no cadastro do imóvel antes do contrato.',
    'property_id',
  ],
  OWNER_IS_TENANT: [422, 'O proprietário do imóvel não pode ser o inquilino', 'user_id'],
  BANK_MISSING: [422, 'Informe o banco', 'bank_code'],
  ACCOUNT_WRONG: [422, 'A conta para repasse não confere', 'bank_account'],
  GUARANTOR_MISSING: [422, 'Selecione o fiador', 'user_id'],
  GUARANTOR_IS_TENANT: [422, 'O inquilino não pode ser o próprio fiador', 'user_id'],
  GUARANTOR_TWICE: [409, 'Este fiador já está no contrato', 'user_id'],
  GUARANTOR_NOT_FOUND: [404, 'Não encontramos este fiador no contrato.'],
  EXTRA_NOT_FOUND: [404, 'Não encontramos esta dedução ou acréscimo.'],
  INSTALMENTS_TOO_MANY: [422, 'Cada parcela precisa de ao menos um centavo', 'instalments'],
  EXTRA_OF_SETTLEMENT: [409, 'É a diferença da baixa de uma fatura. Estorne a fatura para mudar.'],
  EXTRA_USED: [409, 'Já foi usada em fatura ou repasse e não pode ser deletada.'],
  DOCUMENT_NOT_FOUND: [404, 'Não foi possível deletar o documento'],
  DISCOUNT_ABOVE_RENT: [422, DISCOUNT_ABOVE_RENT, 'discount'],
  READJUSTMENT_BEFORE_START: [422, READJUSTMENT_BEFORE_START, 'next_readjustment'],
  EXTRA_MONTH_OUT_OF_RANGE: [422, 'Informe um mês a partir deste, até 60 meses à frente', 'from_reference'],
  END_BEFORE_START: [422, 'A data final vem depois da inicial', 'end_date'],
  PROPOSAL_CLOSED: [409, 'O contrato está encerrado.'],
  PROPOSAL_HAS_MONEY: [
    409,
    'O contrato tem fatura paga, repasse efetuado ou acordo de dívida e não pode ser deletado.',
  ],
});
