import { ofAgency } from '../base/agency-name.ts';
import { type CalendarDate, formatDate } from '../base/calendar.ts';
import { sentence } from '../base/sentence.ts';
import { CODE_MINUTES } from './account-request.ts';

type MessageData = { client: string; agency: string };
type Message = { subject: string; body: string };

const written = ({ client, agency }: MessageData, subject: string, ...paragraphs: string[]): Message => ({
  subject,
  body: [sentence(`Olá, ${client}`), ...paragraphs, agency].join('\n\n'),
});

/** Code that confirms a change of bank account. */
export const codeMessage = (data: MessageData, code: string): Message =>
  written(
    data,
    'Código para trocar a conta dos seus repasses',
    `Seu código é ${code}. Ele vale por ${CODE_MINUTES} minutos, na área do cliente.`,
    'Não informe este código a ninguém, nem por telefone. Se não foi você quem pediu a troca, avise a imobiliária: nada mudou.',
  );

/** Notice of a change of account that took effect. */
export const accountChangedMessage = (data: MessageData, changedOn: CalendarDate): Message =>
  written(
    data,
    'A conta dos seus repasses foi trocada',
    `Em ${formatDate(changedOn)} a imobiliária confirmou a troca da conta em que você recebe os repasses.`,
    'Se não foi você quem pediu, avise a imobiliária agora.',
  );

/** Link that confirms a new e-mail address, sent to it. */
export const newEmailMessage = (data: MessageData, url: string): Message =>
  written(
    data,
    'Confirme o seu novo e-mail',
    `Para usar este endereço na área do cliente, abra o link abaixo. Ele vale por 1 hora e só uma vez:\n${url}`,
    'Se não foi você quem pediu, não faça nada.',
  );

/** Notice to the former address. */
export const emailChangedMessage = (data: MessageData, changedOn: CalendarDate): Message =>
  written(
    data,
    'O e-mail da sua área do cliente foi trocado',
    `Em ${formatDate(changedOn)} o seu e-mail de acesso foi trocado por outro. Este endereço não entra mais.`,
    'Se não foi você, avise a imobiliária agora.',
  );

/** Invitation of a person who signs in for a company; `link`: page where they set their password. */
export const personMessage = (
  data: MessageData,
  company: string,
  { link, entry }: { link: string | undefined; entry: string },
): Message =>
  written(
    data,
    `Seu acesso à área do cliente ${ofAgency(data.agency)}`,
    `Você agora entra na área do cliente ${ofAgency(data.agency)} por ${sentence(company)}`,
    link
      ? `Para criar a sua senha, abra o endereço abaixo. Ele vale por 1 hora e só uma vez:\n${link}`
      : `Entre com este e-mail e a senha que a imobiliária informou:\n${entry}`,
    ...(link ? [`Depois disso, peça outro link em:\n${entry}`] : []),
    'Se você não esperava este convite, avise a imobiliária.',
  );
