import { ofAgency } from '../base/agency-name.ts';
import { type CalendarDate, formatDate } from '../base/calendar.ts';
import { sentence } from '../base/sentence.ts';

type MessageData = { person: string; agency: string; url: string };

/** Minutes for which a link to set a new password is good. */
export const RESET_MINUTES = 30;

/** Message with the link by which a member of the staff sets a new password. */
export const resetMessage = ({ person, agency, url }: MessageData): { subject: string; body: string } => ({
  subject: `Sua nova senha no sistema ${ofAgency(agency)}`,
  body: [
    sentence(`Olá, ${person}`),
    `Para criar outra senha, abra o endereço abaixo. Ele vale por ${RESET_MINUTES} minutos e só uma vez:\n${url}`,
    'Se não foi você quem pediu, não faça nada: sua senha continua a mesma.',
    agency,
  ].join('\n\n'),
});

/** Days for which an invitation is good. */
export const INVITATION_DAYS = 3;

/** Message with the link by which a new member of the staff chooses a password. */
export const invitationMessage = (
  { person, agency, url }: MessageData,
  inviter: string,
): { subject: string; body: string } => ({
  subject: `Seu acesso ao sistema ${ofAgency(agency)}`,
  body: [
    sentence(`Olá, ${person}`),
    `${inviter} criou o seu acesso. Para entrar, crie a sua senha no endereço abaixo. Ele vale por ${INVITATION_DAYS} dias e só uma vez:\n${url}`,
    'Se você não esperava este convite, não faça nada.',
    agency,
  ].join('\n\n'),
});

/** Notice of the new password, so that a person who did not set it finds out. `url` asks for another link. */
export const resetNotice = (
  { person, agency, url }: MessageData,
  changedOn: CalendarDate,
): { subject: string; body: string } => ({
  subject: `Sua senha no sistema ${ofAgency(agency)} foi trocada`,
  body: [
    sentence(`Olá, ${person}`),
    `Sua senha foi trocada em ${formatDate(changedOn)}, por um link enviado a este e-mail. Todas as sessões abertas foram encerradas.`,
    `Se não foi você, crie outra agora e avise quem administra o sistema:\n${url}`,
    agency,
  ].join('\n\n'),
});
