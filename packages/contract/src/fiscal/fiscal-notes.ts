import { readNoteKey } from '@morada/domain/fiscal/note-key';
import { NOTE_CHANNELS, NOTE_KINDS, NOTE_STATES } from '@morada/domain/fiscal/service-note';
import { DPS_ENVIRONMENTS } from '@morada/domain/fiscal/taxpayer';
import { CANCELLATION_REASONS, REPLACEMENT_REASONS } from '@morada/domain/nfse/dps';
import { NOTE_ADJUSTMENTS, type NoteAdjustment } from '@morada/domain/rent/lease-note';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { calendarDate, idParams, instant, money, page, percent, reference } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { FISCAL_READERS, NoteSearch, WithholdingSearch } from './fiscal.search.ts';

/** Something that a note needs and a record lacks, with the part of the record that mends it. */
export const NoteFinding = z.object({
  kind: z.enum(['BLOCKING', 'WARNING']),
  subject: z.enum(['AGENCY', 'PERSON', 'PROPERTY', 'CONTRACT']),
  /** Id of the record; null: the agency's own data. */
  id: z.nullable(z.int()),
  place: z.enum(['REGISTER', 'ADDRESS', 'TAXES']),
  message: z.string(),
});
export type NoteFinding = z.output<typeof NoteFinding>;

export const NotesMissing = z.object({
  /** Contracts in force that were looked at. */
  contracts: z.int(),
  blocking: z.array(NoteFinding),
  warnings: z.array(NoteFinding),
  /** Total counts; the lists hold only the first ones. */
  blocking_total: z.int(),
  warnings_total: z.int(),
});
export type NotesMissing = z.output<typeof NotesMissing>;

const place = {
  cep: z.nullable(z.string()),
  street: z.nullable(z.string()),
  number: z.nullable(z.string()),
  complement: z.nullable(z.string()),
  neighborhood: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** Of the IBGE; empty where the city is not known. */
  city_code: z.string(),
};

/** The note of one owner's part of a payment, as the government's issuer asks for it. */
export const LeaseNoteRow = z.object({
  /** Id of the owner's transfer. */
  id: z.int(),
  paid_on: calendarDate(),
  proposal_id: z.int(),
  invoice_id: z.int(),
  owner: z.object({
    id: z.int(),
    name: z.string(),
    /** CNPJ of the notes; the CPF where a person has none yet. */
    document: z.string(),
    municipal_registration: z.nullable(z.string()),
    dps_series: z.nullable(z.int()),
  }),
  tenant: z.object({ id: z.int(), name: z.string(), document: z.string(), email: z.nullable(z.string()), ...place }),
  property: z.object({
    id: z.int(),
    cib: z.nullable(z.string()),
    property_registration: z.nullable(z.string()),
    ...place,
  }),
  service_code: z.string(),
  nbs: z.string(),
  operation: z.string(),
  cst: z.string(),
  class_code: z.string(),
  description: z.string(),
  /** The owner's part of the property. */
  share: percent,
  total: money,
  service: money,
  adjustments: z.array(
    z.object({ code: z.enum(Object.keys(NOTE_ADJUSTMENTS) as [NoteAdjustment, ...NoteAdjustment[]]), amount: money }),
  ),
  base: money,
  ibs: money,
  cbs: money,
  /** By rates that are an estimate. */
  estimate: z.boolean(),
  /** Key of the issued note; null: none is noted. */
  key: z.nullable(z.string()),
  /** Whether its XML was uploaded, from which its paper (DANFSe) is drawn. */
  has_xml: z.boolean(),
  /** Name in the certificate that signed the uploaded XML: who issued that certificate is not verified. */
  signed_by: z.nullable(z.string()),
  /** The note of the payment that is issued here, until it is cancelled or withdrawn. */
  service_note: z.nullable(z.int()),
  /** The payment was undone after its note was issued: the note is to be cancelled. */
  undone: z.boolean(),
  /** Rent of all owners that the end of the contract gave back: it is no part of the operation. */
  given_back: money,
});
export type LeaseNoteRow = z.output<typeof LeaseNoteRow>;

const words = <K extends string>(record: Record<K, unknown>) => z.enum(Object.keys(record) as [K, ...K[]]);

const Named = z.object({ id: z.int(), name: z.string() });

/** A note that the agency or an owner with a certificate issues: in the national system, or in a city outside of it. */
export const ServiceNoteRow = z.object({
  id: z.int(),
  kind: words(NOTE_KINDS),
  state: words(NOTE_STATES),
  competence: calendarDate(),
  /** Month whose fees it gathers; null: it is of one payment. */
  month: z.nullable(reference()),
  amount: money,
  series: z.nullable(z.int()),
  number: z.nullable(z.int()),
  environment: z.nullable(words(DPS_ENVIRONMENTS)),
  key: z.nullable(z.string()),
  via: words(NOTE_CHANNELS),
  /** What a city outside the national system gave it, in place of a key; `url` is the page of its paper. */
  city: z.nullable(z.object({ number: z.string(), verification: z.nullable(z.string()), url: z.nullable(z.string()) })),
  /** Null: the agency. */
  issuer: z.nullable(Named),
  taker: Named,
  property_id: z.int(),
  invoice_id: z.int(),
  proposal_id: z.int(),
  /** What the national system, or our own check of the form, refused: each with the page of the staff's app that mends it. */
  refusals: z.array(
    z.object({ code: z.string(), sentence: z.string(), field: z.nullable(z.string()), path: z.nullable(z.string()) }),
  ),
  /** Why it could not be sent yet. */
  problem: z.nullable(z.string()),
  /** A person lets it leave. */
  held: z.boolean(),
  issued_at: z.nullable(instant),
  /** The note that it replaces, and the one that replaces it, or is to. */
  replaces: z.nullable(z.int()),
  replaced_by: z.nullable(z.int()),
  /** Issued for trial, by an issuer that is in production now: it has no fiscal value. */
  trial_over: z.boolean(),
  /** The end of the contract gave back some of it after it was issued. */
  given_back: z.boolean(),
});
export type ServiceNoteRow = z.output<typeof ServiceNoteRow>;

export const ServiceNoteDetail = z.extend(ServiceNoteRow, {
  cancel_text: z.nullable(z.string()),
  canceled_at: z.nullable(instant),
  replace_text: z.nullable(z.string()),
  /** When the national system was last asked whether it still stands. */
  checked_at: z.nullable(instant),
  /** Payments of a month's note; `undone` ones are no part of it any more. */
  parts: z.array(z.object({ invoice_id: z.int(), paid_on: calendarDate(), amount: money, undone: z.boolean() })),
  /** What happened to it, the oldest first. */
  history: z.array(z.object({ at: instant, who: z.string(), action: z.string() })),
});
export type ServiceNoteDetail = z.output<typeof ServiceNoteDetail>;

const WHY = 'Escreva o motivo, com 15 a 255 letras';

const why = z.pipe(
  z.string(WHY).check(z.trim(), z.minLength(15, WHY), z.maxLength(255, WHY)),
  z.transform((typed: string) => typed),
);

/** Why a note is cancelled, as the national system asks. */
export const NoteCancellation = z.object({ reason: words(CANCELLATION_REASONS), text: why });

/** Why a note is replaced by another, as the national system asks. */
export const NoteReplacement = z.object({ reason: words(REPLACEMENT_REASONS), text: why });

const Another = z.object({ id: z.int() });

const KEY = 'A chave da nota tem 50 números: copie-a inteira';
const noteKey = z.pipe(
  z.pipe(
    z.string(KEY),
    z.transform((typed: string) => typed.replace(/[\s.-]/g, '')),
  ),
  z.string().check(z.refine((key) => readNoteKey(key) !== undefined, KEY)),
);

/** A note has some ten thousand characters. */
export const NOTE_UPLOAD = {
  maxBytes: 500_000,
  accept: '.xml,text/xml,application/xml',
  missing: 'Escolha o arquivo XML da nota',
} as const;

export const notes = endpoints('fiscal', {
  list: {
    method: 'GET',
    path: '/fiscal/notes',
    access: FISCAL_READERS,
    summary: 'Notas do sistema nacional, da imobiliária e dos proprietários com certificado, por página',
    query: NoteSearch,
    response: z.extend(page(ServiceNoteRow), {
      /** In all: those that need someone, those that wait to be let leave, and those under way. */
      person: z.int(),
      release: z.int(),
      service: z.int(),
    }),
  },
  show: {
    method: 'GET',
    path: '/fiscal/notes/:id',
    access: FISCAL_READERS,
    summary: 'Uma nota, com a sua história e o que o sistema nacional recusou',
    params: idParams,
    response: ServiceNoteDetail,
  },
  xml: {
    method: 'GET',
    path: '/fiscal/notes/:id/xml',
    access: FISCAL_READERS,
    summary: 'Baixar o XML de uma nota emitida',
    params: idParams,
    file: 'application/xml',
  },
  paper: {
    method: 'GET',
    path: '/fiscal/notes/:id/danfse',
    access: FISCAL_READERS,
    summary: 'DANFSe de uma nota emitida',
    params: idParams,
    file: 'application/pdf',
  },
  archive: {
    method: 'GET',
    path: '/fiscal/notes/archive',
    access: FISCAL_READERS,
    summary: 'XML de todas as notas de um mês e dos cancelamentos, em um arquivo ZIP',
    query: z.pick(WithholdingSearch, { month: true }),
    file: 'application/zip',
  },
  release: {
    method: 'PUT',
    path: '/fiscal/notes/:id/issue',
    access: 'FISCAL_EDIT',
    summary: 'Emitir uma nota que espera, ou de novo uma que foi recusada',
    params: idParams,
    idempotent: true,
  },
  cancel: {
    method: 'DELETE',
    path: '/fiscal/notes/:id',
    access: 'FISCAL_EDIT',
    summary: 'Cancelar uma nota no sistema nacional, ou retirar uma que não saiu',
    params: idParams,
    body: NoteCancellation,
    idempotent: true,
  },
  noteCanceled: {
    method: 'PUT',
    path: '/fiscal/notes/:id/canceled',
    access: 'FISCAL_EDIT',
    summary: 'Registrar que uma nota foi cancelada fora da Morada',
    params: idParams,
    idempotent: true,
  },
  replace: {
    method: 'PUT',
    path: '/fiscal/notes/:id/replacement',
    access: 'FISCAL_EDIT',
    summary: 'Preparar a nota que substitui uma emitida, com os cadastros de agora; responde a nova',
    params: idParams,
    body: NoteReplacement,
    response: Another,
  },
  redo: {
    method: 'PUT',
    path: '/fiscal/notes/:id/again',
    access: 'FISCAL_EDIT',
    summary: 'Preparar outra nota do pagamento de uma que foi cancelada ou retirada; responde a nova',
    params: idParams,
    response: Another,
  },
  check: {
    method: 'PUT',
    path: '/fiscal/notes/:id/check',
    access: 'FISCAL_EDIT',
    summary: 'Consultar no sistema nacional se uma nota emitida ainda vale; a resposta aparece nela em instantes',
    params: idParams,
    idempotent: true,
  },
  missing: {
    method: 'GET',
    path: '/fiscal/notes/missing',
    access: FISCAL_READERS,
    summary: 'O que falta em imobiliária, pessoas, imóveis e contratos para emitir as notas de serviço (NFS-e)',
    response: NotesMissing,
  },
  leases: {
    method: 'GET',
    path: '/fiscal/notes/lease',
    access: FISCAL_READERS,
    summary: 'Notas de locação dos proprietários contribuintes, pelos pagamentos do mês, por página',
    query: WithholdingSearch,
    response: z.extend(page(LeaseNoteRow), {
      month: reference(),
      /** Payments without a note, and notes of payments that were undone. */
      open: z.int(),
      undone: z.int(),
    }),
  },
  exportLeases: listExport({
    path: '/fiscal/notes/lease/export/:format',
    access: FISCAL_READERS,
    summary: 'Notas de locação do mês, em planilha, na ordem em que o emissor do governo pede',
    query: WithholdingSearch,
  }),
  note: {
    method: 'PUT',
    path: '/fiscal/notes/lease/:id',
    access: 'FISCAL_EDIT',
    summary: 'Registrar a chave da nota que o proprietário emitiu de um pagamento',
    params: idParams,
    body: z.object({ key: noteKey }),
  },
  importNote: {
    method: 'PUT',
    path: '/fiscal/notes/lease/:id/xml',
    access: 'FISCAL_EDIT',
    summary: 'Registrar pelo XML a nota que o proprietário emitiu de um pagamento',
    params: idParams,
    upload: NOTE_UPLOAD,
    /** What the note says beside what the payment asks for: they may differ, which is shown. */
    response: z.object({ key: z.string(), service: money, expected: money, signed_by: z.nullable(z.string()) }),
  },
  noteXml: {
    method: 'GET',
    path: '/fiscal/notes/lease/:id/xml',
    access: FISCAL_READERS,
    summary: 'XML da nota de um pagamento',
    params: idParams,
    file: 'application/xml',
  },
  notePaper: {
    method: 'GET',
    path: '/fiscal/notes/lease/:id/danfse',
    access: FISCAL_READERS,
    summary: 'DANFSe da nota de um pagamento',
    params: idParams,
    file: 'application/pdf',
  },
  removeNote: {
    method: 'DELETE',
    path: '/fiscal/notes/lease/:id',
    access: 'FISCAL_EDIT',
    summary: 'Retirar a chave registrada de um pagamento: a nota foi cancelada, ou era de outro',
    params: idParams,
  },
});

export const noteProblems = problems({
  NOTE_NOT_FOUND: [404, 'Não encontramos esta nota'],
  NOTES_OF_MONTH_NOT_FOUND: [404, 'Não há XML de notas neste mês'],
  NOTE_NOT_SENT: [409, 'Esta nota ainda não foi enviada'],
  NOTE_NOT_ISSUED: [409, 'Esta nota não foi emitida'],
  NOTE_IN_PROGRESS: [409, 'Esta nota está em envio: espere a resposta do sistema nacional'],
  NOTE_ISSUED: [409, 'Esta nota já foi emitida'],
  NOTE_REFUSED: [409, 'Esta nota foi recusada'],
  NOTE_CANCELING: [409, 'O cancelamento desta nota já foi pedido'],
  NOTE_NOT_CANCELING: [409, 'Ninguém pediu o cancelamento desta nota'],
  NOTE_CANCELED: [409, 'Esta nota foi cancelada'],
  NOTE_WITHDRAWN: [409, 'Esta nota foi retirada antes de sair'],
  NOTE_REPLACING: [409, 'Esta nota espera a que a substitui: retire antes a outra'],
  NOTE_NOT_REPLACING: [409, 'Ninguém pediu a substituição desta nota'],
  NOTE_EXCEPTION: [409, 'O sistema nacional recusou o cancelamento desta nota: trate com a prefeitura'],
  NOTE_CHANGED: [409, 'Mudou depois da conferência'],
  NOTE_STANDS: [409, 'Esta nota ainda vale, ou ainda pode ser emitida'],
  NOTE_PAYMENT_UNDONE: [409, 'O pagamento desta nota foi desfeito'],
  NOTE_OTHER_STANDS: [409, 'O pagamento desta nota já tem outra nota'],
  LEASE_PAYMENT_NOT_FOUND: [404, 'Não encontramos este pagamento de um proprietário contribuinte'],
  LEASE_NOTE_NOT_FOUND: [404, 'Este pagamento não tem nota registrada'],
  LEASE_NOTE_TAKEN: [409, 'Esta nota já está registrada em outro pagamento', 'key'],
  LEASE_NOTE_OURS: [409, 'A nota deste pagamento é emitida pela Morada. Cancele-a ou retire-a em Impostos, Notas.'],
  LEASE_NOTE_OTHER: [422, 'A chave é de uma nota de outro emitente', 'key'],
  NOTE_XML_NOT_FOUND: [404, 'Esta nota foi registrada sem o XML'],
  NOTE_XML_UNREADABLE: [422, 'Este arquivo não é o XML de uma NFS-e nacional', 'file'],
  NOTE_XML_ALTERED: [
    422,
    'Este arquivo não está como foi assinado: alguém o alterou, ou outro programa o gravou de novo. Baixe-o outra vez no emissor.',
    'file',
  ],
  NOTE_XML_TRIAL: [422, 'Esta nota é da produção restrita e não tem valor fiscal', 'file'],
  NOTE_XML_SERVICE: [422, 'Esta nota não é de locação de imóvel', 'file'],
  NOTE_XML_ISSUER: [422, 'Esta nota é de outro emitente', 'file'],
  NOTE_XML_TAKER: [422, 'Esta nota é para outro tomador, não para o inquilino', 'file'],
  NOTE_XML_MONTH: [422, 'A competência desta nota não é do mês do pagamento', 'file'],
});
