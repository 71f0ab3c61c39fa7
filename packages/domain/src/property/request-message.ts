import { formatPhone } from '../base/phone.ts';
import { sentence } from '../base/sentence.ts';

export type JudgedRequest = {
  requester: string;
  /** Its address in one line. */
  property: string;
  /** URL of the listing, or the reason for a refusal. */
  outcome: { url: string } | { reason: string };
};

/**
 * Message to the requester who offered a property on the site, by WhatsApp or e-mail, once it is accepted or refused.
 */
export function requestMessage(
  { requester, property, outcome }: JudgedRequest,
  agency: { name: string; phone: string | null },
): { subject: string; text: string } {
  const [subject, ...words] =
    'url' in outcome
      ? [
          'Seu imóvel está anunciado',
          `O anúncio do seu imóvel, ${property}, foi aprovado e já está no site:\n${outcome.url}`,
          'Se quiser mudar algo nele, responda por aqui.',
        ]
      : [
          'Sobre o anúncio do seu imóvel',
          `Obrigado por nos oferecer o seu imóvel, ${property}. Desta vez não vamos anunciá-lo.`,
          `Motivo: ${outcome.reason}`,
          'Se algo mudar, ou se quiser conversar sobre isso, responda por aqui.',
        ];
  const signature = [agency.name, ...(agency.phone ? [formatPhone(agency.phone)] : [])].join('\n');
  return { subject, text: [sentence(`Olá, ${requester}`), ...words, signature].join('\n\n') };
}
