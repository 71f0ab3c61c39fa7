import { ofAgency } from '../base/agency-name.ts';
import { type CalendarDate, formatDate } from '../base/calendar.ts';
import { sentence } from '../base/sentence.ts';

type MessageData = { client: string; agency: string; url: string };

/** Message with the link to create or reset a client's password. */
export function accessMessage({ client, agency, url }: MessageData): { subject: string; body: string } {
  return {
    subject: `Seu acesso à área do cliente ${ofAgency(agency)}`,
    body: [
      sentence(`Olá, ${client}`),
      `Para criar a senha da sua área do cliente, abra o endereço abaixo. Ele vale por 1 hora e só uma vez:\n${url}`,
      'Se não foi você quem pediu, não faça nada: sua conta continua como está.',
      agency,
    ].join('\n\n'),
  };
}

/** Notice of a changed password, so that a client who did not change it finds out. */
export function passwordMessage(
  { client, agency, url }: MessageData,
  changedOn: CalendarDate,
): { subject: string; body: string } {
  return {
    subject: `A senha da sua área do cliente ${ofAgency(agency)} foi trocada`,
    body: [
      sentence(`Olá, ${client}`),
      `A senha da sua área do cliente foi trocada em ${formatDate(changedOn)}.`,
      `Se não foi você, crie outra agora e avise a imobiliária:\n${url}`,
      agency,
    ].join('\n\n'),
  };
}
