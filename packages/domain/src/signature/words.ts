import { ofAgency } from '../base/agency-name.ts';
import type { SignerState } from './envelope.ts';
import type { SignatureKind, SignatureSubject } from './kinds.ts';

/** Records that a paper of the kind may be about. */
export const SUBJECTS_OF: Record<SignatureKind, readonly SignatureSubject[]> = {
  LEASE: ['CONTRACT'],
  ADDENDUM: ['CONTRACT'],
  EXTENSION: ['CONTRACT'],
  TERMINATION: ['CONTRACT'],
  SALE: ['PROPERTY'],
  DEBT_AGREEMENT: ['AGREEMENT'],
  INSPECTION: ['CONTRACT'],
  KEYS: ['CONTRACT'],
  CONSENT: ['APPLICATION'],
  MANDATE: ['PROPERTY'],
  OTHER: ['CONTRACT', 'APPLICATION', 'PROPERTY'],
};

/** Papers that the record makes by itself, where neither a template nor a file is chosen: what it is called in a choice. */
export const OWN_PAPERS = {
  DEBT_AGREEMENT: 'O texto do acordo',
  TERMINATION: 'A folha de rescisão do contrato',
  CONSENT: 'O texto da autorização da ficha',
} as const satisfies Partial<Record<SignatureKind, string>>;
export const hasOwnPaper = (kind: SignatureKind): kind is keyof typeof OWN_PAPERS => kind in OWN_PAPERS;

/** Papers that say the contract's terms: one that is out says something else once the terms are others. */
export const saysTerms = (kind: SignatureKind): boolean =>
  kind === 'LEASE' || kind === 'ADDENDUM' || kind === 'EXTENSION' || kind === 'TERMINATION';

/** Papers that are signed while the contract runs; the others belong to its end, or outlast it. */
export const endsWithContract = (kind: SignatureKind): boolean =>
  kind === 'LEASE' || kind === 'ADDENDUM' || kind === 'EXTENSION';

/** In the order in which the list of signers shows them. */
export const SIGNER_ROLES = {
  TENANT: 'Inquilino',
  BUYER: 'Comprador',
  OWNER: 'Proprietário',
  SPOUSE: 'Cônjuge',
  GUARANTOR: 'Fiador',
  PROCURATOR: 'Procurador',
  USUFRUCTUARY: 'Usufrutuário',
  WITNESS: 'Testemunha',
  AGENCY: 'Imobiliária',
} as const;
export type SignerRole = keyof typeof SIGNER_ROLES;

export const SIGNER_CHANNELS = { EMAIL: 'E-mail', SMS: 'SMS', WHATSAPP: 'WhatsApp' } as const;
export type SignerChannel = keyof typeof SIGNER_CHANNELS;

export const SIGNER_WORDS: Record<SignerState, string> = {
  WAITING: 'Aguarda a vez',
  ASKED: 'Falta assinar',
  SIGNED: 'Assinou',
  REFUSED: 'Recusou',
  CLOSED: 'Não assinou',
};

/** Why an envelope was withdrawn. */
export const WITHDRAWN_BY = {
  AGENCY: 'A imobiliária retirou',
  TERMS: 'Os termos mudaram',
  PARTY: 'As partes mudaram',
  ENDED: 'O cadastro a que se refere foi encerrado',
  PROVIDER: 'Foi encerrado na Clicksign',
  ERASURE: 'Uma das pessoas pediu que os dados fossem apagados',
} as const;
export type WithdrawnBy = keyof typeof WITHDRAWN_BY;

export const FIELD_KINDS = { SIGNATURE: 'Assinatura', INITIALS: 'Rubrica', NAME: 'Nome', DATE: 'Data' } as const;
export type FieldKind = keyof typeof FIELD_KINDS;

/** How somebody wrote their name. */
export const SIGNATURE_WAYS = { DRAWN: 'Desenhada', TYPED: 'Digitada' } as const;
export type SignatureWay = keyof typeof SIGNATURE_WAYS;

/** Evidence, each as a phrase; `name` is who did it, where somebody did. */
export const SIGNATURE_EVENTS = {
  SENT: 'Documento enviado para assinatura',
  ASKED: 'Link enviado',
  REMINDED: 'Lembrete enviado',
  LINK_RENEWED: 'Link trocado',
  UNSENT: 'O envio da mensagem não deu certo',
  OPENED: 'Link aberto, CPF conferido',
  READ: 'Documento lido até o fim',
  CODE_SENT: 'Código enviado',
  CODE_WRONG: 'Código errado',
  CPF_WRONG: 'CPF diferente',
  CODE_RIGHT: 'Código conferido',
  SIGNED: 'Assinou',
  REFUSED: 'Recusou',
  COMPLETED: 'Todos assinaram',
  SEALED: 'Arquivo fechado',
  SEAL_FAILED: 'O fechamento do arquivo não deu certo',
  WITHDRAWN: 'Documento retirado',
  EXPIRED: 'Prazo encerrado',
  PROVIDER: 'Aviso do serviço de assinatura',
} as const;
export type SignatureEventKind = keyof typeof SIGNATURE_EVENTS;

/** SIMPLE or ADVANCED by article 4 of Lei 14.063/2020. */
export type SignatureLevel = 'SIMPLE' | 'ADVANCED';

export const LEVEL_WORDS: Record<SignatureLevel, string> = {
  SIMPLE: 'Assinatura eletrônica simples',
  ADVANCED: 'Assinatura eletrônica avançada',
};

/** What the level means, said before signing. */
export const levelText = (level: SignatureLevel): string =>
  level === 'ADVANCED'
    ? 'Esta é uma assinatura eletrônica avançada (Lei 14.063/2020, art. 4º, II): as partes aceitam este meio no próprio documento, só você recebe o seu link e o seu código, e qualquer mudança no arquivo depois aparece na conferência.'
    : 'Esta é uma assinatura eletrônica simples (Lei 14.063/2020, art. 4º, I): ela liga você ao documento pelo seu link, pelo seu CPF e por um código. O documento não diz que as partes aceitam este meio: em uma disputa, pode ser preciso provar a autoria de outra forma.';

/** Why two witnesses are proposed for an agreement about a debt. */
export const WITNESSES_WHY =
  'Com duas testemunhas o acordo é título executivo (CPC, art. 784, III). O § 4º só dispensa testemunhas quando um provedor de assinatura confere a integridade, e a sala de assinatura é da própria imobiliária.';

/** Why the spouse of a guarantor is asked to sign. */
export const SPOUSE_WHY =
  'A fiança de pessoa casada precisa da autorização do cônjuge, salvo na separação absoluta de bens (Código Civil, art. 1.647, III).';

/** Version of the consent's text. A changed text gets the next number; those before stay, as people agreed to them. */
export const SIGNATURE_CONSENT_VERSION = 1;

type Consent = { agency: string; level: SignatureLevel };
const CONSENTS: Record<number, (consent: Consent) => string[]> = {
  1: ({ agency, level }) => [
    'Li o documento inteiro e quero assiná-lo por meio eletrônico. Aceito que o link, o meu CPF e o código de uso único que recebi mostram que sou eu quem assina.',
    levelText(level),
    `Ficam guardados, com o documento: meu nome, parte do meu CPF, o dia e a hora, o endereço de rede, o aparelho e o contato por onde recebi o código. Só as pessoas ${ofAgency(agency)} que cuidam de assinaturas os veem, e só servem para provar a assinatura.`,
    'Depois de assinar não dá para desfazer por aqui: uma correção é um novo documento, que cita este.',
  ],
};

/** The text that a signer agrees to, by its version. */
export function signatureConsent(version: number, consent: Consent): string[] {
  const text = CONSENTS[version];
  if (!text) throw new RangeError(`There is no consent ${version}`);
  return text(consent);
}

/** The middle of a CPF: enough to tell two people of one name apart. */
export const maskedCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;

/** A contact as evidence shows it. */
export function maskedContact(
  channel: SignerChannel,
  { email, phone }: { email: string | null; phone: string | null },
): string {
  if (channel === 'EMAIL') {
    const [local = '', domain = ''] = (email ?? '').split('@');
    return domain === '' ? '' : `${local.slice(0, 2)}***@${domain}`;
  }
  return phone === null ? '' : `(${phone.slice(0, 2)}) *****-${phone.slice(-4)}`;
}
