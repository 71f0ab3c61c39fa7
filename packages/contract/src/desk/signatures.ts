import {
  MOST_FIELDS,
  MOST_SIGNERS,
  SIGNATURE_PROVIDERS,
  type SignatureProvider,
  signerLife,
} from '@morada/domain/signature/envelope';
import {
  SIGNATURE_KINDS,
  SIGNATURE_SUBJECTS,
  type SignatureKind,
  type SignatureSubject,
} from '@morada/domain/signature/kinds';
import {
  FIELD_KINDS,
  type FieldKind,
  hasOwnPaper,
  SIGNATURE_EVENTS,
  SIGNER_CHANNELS,
  SIGNER_ROLES,
  type SignatureEventKind,
  type SignerChannel,
  type SignerRole,
  SUBJECTS_OF,
  WITHDRAWN_BY,
  type WithdrawnBy,
} from '@morada/domain/signature/words';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  blank,
  calendarDate,
  clearable,
  cpf,
  email,
  givenDate,
  id,
  idParams,
  instant,
  isFilledIn,
  optionalText,
  page,
  phone,
  placeNumber,
  prose,
  recordId,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { SignatureRow } from './signature-row.ts';
import { SIGNATURE_READERS, SignatureSearch } from './signatures.search.ts';

export { SignatureRow };

const oneOf = <T extends string>(words: Readonly<Record<T, string>>, message?: string) =>
  z.enum(Object.keys(words) as [T, ...T[]], message);

const Kind = oneOf<SignatureKind>(SIGNATURE_KINDS, 'Escolha o que será assinado');
const Subject = oneOf<SignatureSubject>(SIGNATURE_SUBJECTS, 'Informe a que o documento se refere');
const Role = oneOf<SignerRole>(SIGNER_ROLES, 'Escolha o papel');
const Channel = oneOf<SignerChannel>(SIGNER_CHANNELS, 'Escolha por onde a pessoa recebe o link');
const Provider = oneOf<SignatureProvider>(SIGNATURE_PROVIDERS);
const SignerState = z.enum(signerLife.states);
const FieldKindName = oneOf<FieldKind>(FIELD_KINDS, 'Escolha o tipo do campo');

export const SignatureSigner = z.object({
  id: z.int(),
  client_id: z.nullable(z.int()),
  role: Role,
  name: z.string(),
  capacity: z.nullable(z.string()),
  /** Documents and contacts are for those who may send. */
  cpf: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  channel: Channel,
  turn: z.int(),
  state: SignerState,
  /** Address that the person opens, while it does, for those who may send. */
  link: z.nullable(z.object({ url: z.string(), until: calendarDate() })),
  /** Text that is sent with the link. */
  message: z.nullable(z.object({ subject: z.string(), text: z.string() })),
  asked_at: z.nullable(instant),
  reminded_at: z.nullable(instant),
  read_at: z.nullable(instant),
  signed_at: z.nullable(instant),
  refused_at: z.nullable(instant),
  reason: z.nullable(z.string()),
});
export type SignatureSigner = z.output<typeof SignatureSigner>;

const place = (message: string) => z.int(message).check(z.gte(0, message), z.lte(200_000, message));
const PLACE = 'O campo fica fora da página';
const box = {
  page: z.int().check(z.gte(1), z.lte(5_000)),
  x: place(PLACE),
  y: place(PLACE),
  width: place(PLACE).check(z.gte(1, PLACE)),
  height: place(PLACE).check(z.gte(1, PLACE)),
  kind: FieldKindName,
};
/** A place on a page, in tenths of a point from its top left. */
export const SignatureField = z.object({ id: z.int(), signer_id: z.int(), ...box });
export type SignatureField = z.output<typeof SignatureField>;

const Event = z.object({
  id: z.int(),
  kind: oneOf<SignatureEventKind>(SIGNATURE_EVENTS),
  signer_id: z.nullable(z.int()),
  at: instant,
  channel: z.nullable(Channel),
  address: z.nullable(z.string()),
  device: z.nullable(z.string()),
});

export const SignatureDetail = z.object({
  ...SignatureRow.shape,
  provider: Provider,
  in_order: z.boolean(),
  remind_days: z.int(),
  /** Pages of the paper with their sizes in points. */
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
  /** SHA-256 of the paper, and of the signed file. */
  sha256: z.string(),
  signed_sha256: z.nullable(z.string()),
  /** The paper says that the parties accept to sign so: the signature is an advanced one. */
  accepted: z.boolean(),
  sealed: z.nullable(z.boolean()),
  check_code: z.nullable(z.string()),
  corrects_id: z.nullable(z.int()),
  corrected_by: z.array(z.int()),
  ended_reason: z.nullable(z.string()),
  withdrawn_by: z.nullable(oneOf<WithdrawnBy>(WITHDRAWN_BY)),
  seal_problem: z.nullable(z.string()),
  emptied: z.boolean(),
  people: z.array(SignatureSigner),
  fields: z.array(SignatureField),
  events: z.array(Event),
  created_by: z.nullable(z.string()),
  version: z.int(),
});
export type SignatureDetail = z.output<typeof SignatureDetail>;

const about = {
  kind: Kind,
  subject: Subject,
  title: blank(text('Informe o título', 160)),
};
const allowed = z.refine<{ kind: SignatureKind; subject: SignatureSubject }>(
  ({ kind, subject }) => SUBJECTS_OF[kind]?.includes(subject) ?? true,
  { path: ['kind'], message: 'Este tipo de documento é de outro cadastro', when: isFilledIn },
);

export const SignatureCreate = z
  .object({
    ...about,
    subject_id: recordId('Informe a que o documento se refere'),
    /** The paper is generated from a template of contracts. */
    template_id: blank(recordId('Escolha o modelo')),
    /** The paper is a document of the record. Without both it is the record's own (`OWN_PAPERS`). */
    file_id: blank(recordId('Escolha o documento')),
    /** Values that the record lacks stay blank in the paper. */
    leave_blank: z.optional(z.boolean()),
  })
  .check(
    allowed,
    z.refine(
      ({ kind, template_id, file_id }) =>
        hasOwnPaper(kind) ? !(template_id && file_id) : (template_id === undefined) !== (file_id === undefined),
      { path: ['template_id'], message: 'Escolha um modelo ou um documento', when: isFilledIn },
    ),
  );

/** Fields beside the file, as a form with a file sends them. */
export const SignatureUpload = z.object({ ...about, subject_id: id }).check(allowed);

export const SignerInput = z.object({
  /** Absent: one more. */
  id: z.optional(recordId()),
  client_id: z.optional(z.nullable(recordId())),
  role: Role,
  name: optionalText(120),
  capacity: optionalText(160),
  cpf: blank(cpf('Informe o CPF')),
  email: blank(email()),
  phone: blank(phone('Informe o celular com DDD')),
  channel: Channel,
  turn: z.int('Informe a ordem').check(z.gte(1, 'A ordem começa em 1'), z.lte(MOST_SIGNERS, 'Ordem alta demais')),
});

/** `signer`: the place, from 0, in the list of signers of this change; without one, in that of the envelope. */
const FieldInput = z.object({ signer: z.int().check(z.gte(0)), ...box });

const days = (least: number, most: number, message: string) =>
  z.int(message).check(z.gte(least, message), z.lte(most, message));
const REMIND = 'De 0 (nenhum) a 30 dias';

export const SignatureUpdate = z.object({
  title: z.optional(text('Informe o título', 160)),
  in_order: z.optional(z.boolean()),
  deadline: z.optional(givenDate('Informe o último dia para assinar')),
  remind_days: z.optional(days(0, 30, REMIND)),
  accepted: z.optional(z.boolean()),
  signers: z.optional(z.array(SignerInput).check(z.maxLength(MOST_SIGNERS, `Até ${MOST_SIGNERS} pessoas`))),
  fields: z.optional(z.array(FieldInput).check(z.maxLength(MOST_FIELDS, `Até ${MOST_FIELDS} campos`))),
});

export const SignatureSettings = z.object({
  deadline_days: days(1, 90, 'De 1 a 90 dias'),
  remind_days: days(0, 30, REMIND),
  provider: Provider,
  /** Signed papers are sealed with the agency's certificate, where there is one. */
  seal: z.boolean(),
});
const ShownSettings = z.object({
  ...SignatureSettings.shape,
  /** Whether the agency has a certificate that seals today. */
  has_certificate: z.boolean(),
  /** Channels that send. */
  channels: z.array(Channel),
});

/** Whoever sends also sees. */
const SENDER = 'SIGNATURE_SEND';
const read = { access: SIGNATURE_READERS, params: idParams } as const;
const change = { access: SENDER, params: idParams, response: SignatureDetail, versioned: true } as const;
const ofSigner = { access: SENDER, params: idParams, response: SignatureDetail } as const;

/** A paper of the agency, as a PDF. */
export const PAPER_UPLOAD = {
  maxBytes: 20_000_000,
  accept: 'application/pdf',
  missing: 'Escolha o PDF que será assinado',
} as const;

/** Papers that go out to be signed. */
export const signatures = endpoints('signatures', {
  list: {
    method: 'GET',
    path: '/signature',
    access: SIGNATURE_READERS,
    summary: 'Documentos para assinatura, por página',
    query: SignatureSearch,
    response: page(SignatureRow),
  },
  create: {
    method: 'POST',
    path: '/signature',
    access: SENDER,
    summary:
      'Preparar um documento para assinatura: de um modelo, de um documento do cadastro, ou do texto de um acordo',
    body: SignatureCreate,
    response: SignatureDetail,
    status: 201,
  },
  upload: {
    method: 'POST',
    path: '/signature/upload',
    access: SENDER,
    summary: 'Preparar um PDF enviado para assinatura',
    body: SignatureUpload,
    upload: PAPER_UPLOAD,
    response: SignatureDetail,
    status: 201,
  },
  settings: {
    method: 'GET',
    path: '/signature/settings',
    access: SIGNATURE_READERS,
    summary: 'Configuração das assinaturas',
    response: ShownSettings,
  },
  saveSettings: {
    method: 'PUT',
    path: '/signature/settings',
    access: '*',
    summary: 'Salvar a configuração das assinaturas',
    body: SignatureSettings,
    response: ShownSettings,
  },
  show: {
    method: 'GET',
    path: '/signature/:id',
    ...read,
    summary: 'Um documento para assinatura, com quem assina, os campos e o que aconteceu',
    response: SignatureDetail,
    versioned: true,
  },
  update: {
    method: 'PATCH',
    path: '/signature/:id',
    ...change,
    summary: 'Alterar um rascunho: prazo, quem assina e os campos na página',
    body: SignatureUpdate,
  },
  remove: {
    method: 'DELETE',
    path: '/signature/:id',
    access: SENDER,
    summary: 'Deletar um rascunho',
    params: idParams,
  },
  send: { method: 'POST', path: '/signature/:id/send', ...change, summary: 'Enviar para assinatura' },
  withdraw: {
    method: 'POST',
    path: '/signature/:id/withdraw',
    ...change,
    summary: 'Retirar um documento que aguarda assinaturas',
    body: z.object({ reason: prose('Diga por que está retirando', 500) }),
  },
  correct: {
    method: 'POST',
    path: '/signature/:id/correct',
    access: SENDER,
    params: idParams,
    summary: 'Preparar um novo documento que corrige um assinado, com as mesmas pessoas',
    upload: PAPER_UPLOAD,
    body: z.object({ title: blank(text('Informe o título', 160)) }),
    response: SignatureDetail,
    status: 201,
  },
  seal: {
    method: 'POST',
    path: '/signature/:id/seal',
    ...change,
    summary: 'Tentar de novo o fechamento do arquivo de um documento que todos assinaram',
  },
  page: {
    method: 'GET',
    path: '/signature/:id/page/:page',
    access: SIGNATURE_READERS,
    summary: 'Uma página do documento, como imagem',
    params: z.object({ id, page: placeNumber }),
    file: 'application/octet-stream',
  },
  text: {
    method: 'GET',
    path: '/signature/:id/page/:page/text',
    access: SIGNATURE_READERS,
    summary: 'O texto de uma página do documento',
    params: z.object({ id, page: placeNumber }),
    response: z.object({ text: z.string() }),
  },
  paper: {
    method: 'GET',
    path: '/signature/:id/paper',
    ...read,
    summary: 'O documento como enviado, em PDF',
    file: 'application/pdf',
  },
  signed: {
    method: 'GET',
    path: '/signature/:id/signed',
    ...read,
    summary: 'O documento assinado, com as provas, em PDF',
    file: 'application/pdf',
  },
  remind: {
    method: 'POST',
    path: '/signature/signer/:id/remind',
    ...ofSigner,
    summary: 'Lembrar uma pessoa de assinar',
  },
  renewLink: {
    method: 'POST',
    path: '/signature/signer/:id/link',
    ...ofSigner,
    summary: 'Trocar o link de uma pessoa e enviar o novo; o de antes não abre mais',
    body: z.object({
      /** Other contacts to send it to; absent: those that there are. */
      channel: z.optional(Channel),
      email: clearable(email()),
      phone: clearable(phone('Informe o celular com DDD')),
    }),
  },
});

export const signatureProblems = problems({
  SIGNATURE_NOT_FOUND: [404, 'Não encontramos este documento.'],
  SIGNER_NOT_FOUND: [404, 'Não encontramos esta pessoa no documento.'],
  SIGNATURE_PAGE: [404, 'O documento não tem esta página.'],
  SIGNATURE_SUBJECT: [422, 'Não encontramos o cadastro a que o documento se refere', 'subject_id'],
  SIGNATURE_SUBJECT_OVER: [409, 'O cadastro a que o documento se refere já foi encerrado.'],
  SIGNATURE_NO_SHEET: [
    409,
    'Este contrato ainda não tem folha de rescisão. Encerre-o antes, ou prepare um distrato por um modelo.',
  ],
  SIGNATURE_FILE: [422, 'Este arquivo não é um PDF deste cadastro', 'file_id'],
  SIGNATURE_NOT_PDF: [422, 'Envie um PDF: só ele pode ser assinado', 'file'],
  SIGNATURE_UNREADABLE: [422, 'Não conseguimos ler este PDF: ele pode ter senha ou estar danificado', 'file'],
  SIGNATURE_LONG: [422, 'O PDF tem páginas demais', 'file'],
  SIGNATURE_BLANKS: [422, 'Faltam dados para preencher o modelo', 'template_id'],
  SIGNATURE_SIGNERS: [422, 'Informe ao menos uma pessoa que assina', 'signers'],
  SIGNATURE_SIGNER: [422, 'Confira quem assina', 'signers'],
  SIGNATURE_FIELDS: [422, 'Um campo está fora da página, ou de quem não assina', 'fields'],
  SIGNATURE_DAY: [422, 'Escolha um dia a partir de hoje, nos próximos 90 dias', 'deadline'],
  SIGNATURE_OUTDATED: [
    409,
    'Os termos ou as partes mudaram depois que este documento foi preparado. Delete o rascunho e prepare outro.',
  ],
  SIGNATURE_AT_PROVIDER: [
    409,
    'Este documento é assinado na Clicksign: os links, os lembretes e o arquivo assinado são dela.',
  ],
  SIGNATURE_PROVIDER_OFF: [409, 'Conecte a Clicksign antes de escolhê-la', 'provider'],
  SIGNATURE_DRAFT: [409, 'O documento ainda é um rascunho.'],
  SIGNATURE_OUT: [409, 'O documento já foi enviado para assinatura.'],
  SIGNATURE_SEALING: [409, 'Todos já assinaram: o arquivo está sendo fechado.'],
  SIGNATURE_SIGNED: [409, 'O documento já foi assinado. Para corrigir, prepare outro que o cite.'],
  SIGNATURE_ENDED: [409, 'Este documento não está mais aberto para assinatura.'],
  SIGNATURE_EXPIRED: [409, 'O prazo para assinar terminou.'],
  SIGNATURE_KEPT: [409, 'Só um rascunho pode ser deletado.'],
  SIGNATURE_NOT_SIGNED: [409, 'Só um documento assinado pode ser corrigido.'],
  SIGNATURE_CHANGED: [409, 'Outra pessoa mexeu neste documento ao mesmo tempo. Abra de novo e confira.'],
  SIGNER_NOT_YET: [409, 'Ainda não é a vez desta pessoa.'],
  SIGNER_ASKED: [409, 'Esta pessoa já recebeu o link.'],
  SIGNER_SIGNED: [409, 'Esta pessoa já assinou.'],
  SIGNER_REFUSED: [409, 'Esta pessoa recusou.'],
  SIGNER_CLOSED: [409, 'Este link não vale mais: o documento não está mais aberto.'],
});
