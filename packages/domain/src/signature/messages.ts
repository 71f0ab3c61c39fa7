import { ofAgency } from '../base/agency-name.ts';
import { type CalendarDate, formatDate } from '../base/calendar.ts';
import { sentence } from '../base/sentence.ts';
import { SIGNATURE_CODE } from './envelope.ts';

type Told = { name: string; agency: string; title: string };
type Link = { url: string; until: CalendarDate };
export type SignatureMessage = { subject: string; body: string };

const firstName = (name: string) => name.split(' ', 1)[0] ?? name;

const written = (
  { name, agency }: Pick<Told, 'name' | 'agency'>,
  subject: string,
  ...paragraphs: string[]
): SignatureMessage => ({
  subject,
  body: [sentence(`Olá, ${firstName(name)}`), ...paragraphs, agency].join('\n\n'),
});

const HOW =
  'Abra pelo celular ou computador, leia o documento inteiro e assine com o seu CPF e um código. Não precisa de senha.';
const OWN = 'O endereço é só seu: não passe adiante.';

/** The link, for one who is to sign. */
export const inviteMessage = (told: Told, { url, until }: Link): SignatureMessage =>
  written(
    told,
    `Documento para assinar: ${told.title}`,
    `O documento “${told.title}”, ${ofAgency(told.agency)}, espera a sua assinatura até ${formatDate(until)}:\n${url}`,
    HOW,
    OWN,
  );

export const reminderMessage = (told: Told, { url, until }: Link): SignatureMessage =>
  written(
    told,
    `Falta a sua assinatura: ${told.title}`,
    `Ainda falta a sua assinatura no documento “${told.title}”. Ele pode ser assinado até ${formatDate(until)}:\n${url}`,
    OWN,
  );

/** One-time code. The title of the paper is not said: somebody may look over a shoulder. */
export const codeMessage = (told: Pick<Told, 'name' | 'agency'>, code: string): SignatureMessage =>
  written(
    told,
    'Código para assinar',
    `Seu código para assinar é ${code}. Ele vale por ${SIGNATURE_CODE.minutes} minutos.`,
    'Não informe este código a ninguém. Se não foi você quem pediu, não faça nada.',
  );

/** Everybody has signed: where the file is. */
export const signedMessage = (told: Told, { url, until }: Link): SignatureMessage =>
  written(
    told,
    `Todos assinaram: ${told.title}`,
    `O documento “${told.title}” foi assinado por todos. Baixe o arquivo com as assinaturas até ${formatDate(until)}:\n${url}`,
    'Guarde o arquivo: ele pode ser conferido por qualquer pessoa, com o código que está na última página.',
  );

/** Why a paper ended without all signatures, as its people are told. Reasons of persons stay with the agency. */
export const ENDED_WORDS = {
  REFUSED: 'uma das pessoas não quis assinar',
  EXPIRED: 'o prazo terminou',
  AGENCY: 'a imobiliária o retirou',
  TERMS: 'os termos mudaram',
  PARTY: 'as partes mudaram',
  ENDED: 'o negócio foi encerrado',
  PROVIDER: 'ele foi cancelado',
  ERASURE: 'a imobiliária o retirou',
} as const;
export type EndedWord = keyof typeof ENDED_WORDS;

/** The paper ended without all signatures. `hasSigned`: the person had signed. */
export const endedMessage = (
  told: Told,
  { why, hasSigned }: { why: EndedWord; hasSigned: boolean },
): SignatureMessage =>
  written(
    told,
    `Documento cancelado: ${told.title}`,
    `O documento “${told.title}” não será mais assinado: ${ENDED_WORDS[why]}.`,
    hasSigned
      ? 'A sua assinatura não vale para nada. Se houver uma nova versão, você recebe outro link e assina de novo.'
      : 'Você não precisa fazer nada. Se houver uma nova versão, você recebe outro link.',
  );
