import { namedAgency, ofAgency } from '../base/agency-name.ts';
import { type CalendarDate, formatDate } from '../base/calendar.ts';
import { sentence } from '../base/sentence.ts';
import { KEPT_DAYS, RESUME_CODE } from './application.ts';

type Told = { name: string; agency: string; property: string };
export type Message = { subject: string; body: string };

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

const written = (
  { name, agency }: Pick<Told, 'name' | 'agency'>,
  subject: string,
  ...paragraphs: string[]
): Message => ({
  subject,
  body: [sentence(`Olá, ${name}`), ...paragraphs, agency].join('\n\n'),
});

/** The link of a form, for its party. */
export const formLinkMessage = (told: Told, { url, until }: { url: string; until: CalendarDate }): Message =>
  written(
    told,
    'Sua ficha para alugar',
    `Para seguir com a locação de ${told.property}, preencha a sua ficha pelo celular. Não precisa de senha, e o que você preencher fica guardado a cada passo:\n${url}`,
    `O endereço é só seu e abre até ${formatDate(until)}. Não passe adiante.`,
  );

/** What a form still lacks. No value that was typed stands in it. */
export const missingMessage = (told: Told, { url, missing }: { url: string; missing: readonly string[] }): Message =>
  written(
    told,
    'Falta pouco na sua ficha',
    `Para analisar a locação de ${told.property}, ainda falta: ${listed.format(missing)}.`,
    `Continue de onde parou:\n${url}`,
  );

/** A form that the agency asks for again. */
export const reopenedMessage = (told: Told, { url, note }: { url: string; note: string }): Message =>
  written(told, 'Confira a sua ficha', `Sobre a sua ficha para ${told.property}:`, note, `Corrija por aqui:\n${url}`);

/** Code by which a form goes on in another browser. */
export const resumeCodeMessage = (told: Pick<Told, 'name' | 'agency'>, code: string): Message =>
  written(
    told,
    'Código para continuar a sua ficha',
    `Seu código é ${code}. Ele vale por ${RESUME_CODE.minutes} minutos.`,
    'Não informe este código a ninguém. Se não foi você quem pediu, não faça nada.',
  );

export const approvalMessage = (told: Told): Message =>
  written(
    told,
    'Sua ficha foi aprovada',
    `A locação de ${told.property} foi aprovada. Entramos em contato para combinar o contrato.`,
  );

export const conditionMessage = (told: Told, condition: string): Message =>
  written(
    told,
    'Sua ficha foi aprovada com uma condição',
    `Podemos seguir com a locação de ${told.property} com uma condição:`,
    condition,
    'Responda a esta mensagem para combinar.',
  );

/** Says no courteously, and neither why nor anything of a person's debts: others may read the mailbox. */
export const refusalMessage = (told: Told): Message =>
  written(
    told,
    'Resposta sobre a locação',
    `Agradecemos o interesse em ${told.property}. Desta vez não conseguimos seguir com a locação.`,
    `Se quiser, podemos procurar juntos outro imóvel ou outra forma de garantia: é só responder a esta mensagem.`,
    `Os dados e documentos da sua ficha são apagados em ${KEPT_DAYS.REFUSED} dias. Você pode pedir que isso seja feito antes.`,
  );

/** Version of the consent's text. A changed text gets the next number; those before stay, as people agreed to them. */
export const CONSENT_VERSION = 2;

type Consent = { agency: string };
/** What both versions end with. */
const keptAndAsked = [
  `Se a locação não seguir, tudo é apagado: ${KEPT_DAYS.REFUSED} dias depois de uma recusa, e ${KEPT_DAYS.WITHDRAWN} dias depois de uma desistência ou do fim do prazo. Se virar contrato, fica guardado com ele.`,
  'Posso pedir à imobiliária uma cópia, a correção ou a exclusão dos meus dados a qualquer momento (Lei 13.709/2018).',
];
const CONSENTS: Record<number, (consent: Consent) => string[]> = {
  1: ({ agency }) => [
    `Os dados e documentos desta ficha servem para ${namedAgency(agency)} analisar esta locação, consultar o meu crédito e preparar o contrato. Não são usados para mais nada.`,
    `Só as pessoas ${ofAgency(agency)} que analisam fichas leem o que enviei. O proprietário recebe apenas a resposta.`,
    ...keptAndAsked,
  ],
  2: ({ agency }) => [
    `Os dados e documentos desta ficha servem para ${namedAgency(agency)} analisar esta locação, consultar o meu crédito e preparar o contrato. Não são usados para mais nada.`,
    'Na consulta de crédito, o birô recebe o meu CPF, ou o CNPJ da empresa, e responde com a pontuação (score) e o que a explica.',
    `Só as pessoas ${ofAgency(agency)} que analisam fichas leem o que enviei e a consulta. O proprietário recebe apenas a resposta.`,
    ...keptAndAsked,
  ],
};

/** The text that a party agrees to, by its version. */
export function consentText(version: number, consent: Consent): string[] {
  const text = CONSENTS[version];
  if (!text) throw new RangeError(`There is no consent ${version}`);
  return text(consent);
}
