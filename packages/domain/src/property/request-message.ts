import { formatPhone } from '../base/phone.ts';
import { sentence } from '../base/sentence.ts';

export type JudgedRequest = {
  requester: string;
  /** Its address in one line. */
  property: string;
  /** URL of the listing, the acceptance before it is listed, the reason for a refusal, or the link that follows the offer. */
  outcome: { url: string } | { accepted: true } | { reason: string } | { link: string };
};

/**
 * Message to the requester who offered a property on the site, by WhatsApp or e-mail, once it is accepted or refused.
 */
export function requestMessage(
  { requester, property, outcome }: JudgedRequest,
  agency: { name: string; phone: string | null },
): { subject: string; text: string } {
  const [subject, ...words] = wordsOf(property, outcome);
  const signature = [agency.name, ...(agency.phone ? [formatPhone(agency.phone)] : [])].join('\n');
  return { subject, text: [sentence(`Olá, ${requester}`), ...words, signature].join('\n\n') };
}

function wordsOf(property: string, outcome: JudgedRequest['outcome']): [subject: string, ...words: string[]] {
  if ('url' in outcome)
    return [
      'Seu imóvel está anunciado',
      `O anúncio do seu imóvel, ${property}, foi aprovado e já está no site:\n${outcome.url}`,
      'Se quiser mudar algo nele, responda por aqui.',
    ];
  if ('accepted' in outcome)
    return [
      'Seu imóvel foi aceito',
      `Vamos trabalhar com o seu imóvel, ${property}. Agora preparamos o anúncio.`,
      'Para combinar os próximos passos, responda por aqui.',
    ];
  if ('link' in outcome)
    return [
      'Acompanhe o seu imóvel',
      `Por este endereço você acompanha a oferta do seu imóvel, ${property}, e manda fotos:\n${outcome.link}`,
      'Ele é só seu: não passe adiante.',
    ];
  return [
    'Sobre o anúncio do seu imóvel',
    `Obrigado por nos oferecer o seu imóvel, ${property}. Desta vez não vamos anunciá-lo.`,
    `Motivo: ${outcome.reason}`,
    'Se algo mudar, ou se quiser conversar sobre isso, responda por aqui.',
  ];
}
