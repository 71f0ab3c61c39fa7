import { namedAgency, ofAgency } from '../base/agency-name.ts';
import { formatMoney } from '../base/money.ts';
import { sentence } from '../base/sentence.ts';
import { advertisedTotal, type Listing, listingTitle, publicAddress } from './listing.ts';

/** Hours for which the link that confirms an alert is good; an address that wasn't confirmed is deleted then. */
export const CONFIRM_HOURS = 48;
/** Listings named in one e-mail; the link leads to the rest. */
export const LISTINGS_PER_MAIL = 10;
/** Alerts that one e-mail address may have. */
export const ALERTS_PER_ADDRESS = 10;

/** Words beside the box that a visitor ticks, stored with the alert. */
export const alertConsent = (agency: string) =>
  sentence(
    `Concordo em receber ${ofAgency(agency)}, por e-mail e no máximo uma vez por dia, os novos imóveis desta busca. Cada e-mail tem um link para sair`,
  );

/** Words beside the second box, by which a person asks to be called about the search; stored with the alert. */
export const alertContactConsent = (agency: string) =>
  sentence(`Quero que ${namedAgency(agency)} também entre em contato comigo sobre esta busca`);

type Mail = { subject: string; body: string };
type About = { agency: string; search: string };

/** Asks the owner of an e-mail address to confirm an alert. */
export const confirmAlertMail = ({ agency, search, url }: About & { url: string }): Mail => ({
  subject: 'Confirme o seu alerta de imóveis',
  body: [
    `Alguém pediu para receber neste e-mail os novos imóveis ${ofAgency(agency)} desta busca:\n${search}`,
    `Para confirmar, abra o endereço abaixo. Ele vale por ${CONFIRM_HOURS} horas:\n${url}`,
    'Se não foi você, não faça nada: o pedido é apagado e nenhum outro e-mail é enviado.',
  ].join('\n\n'),
});

/** `R$ 2.751,30 por mês`, `R$ 640.000,00`, `Sob consulta` */
export function costWords(listing: Pick<Listing, 'type' | 'price'>, fees: readonly { price: Listing['price'] }[]) {
  const total = advertisedTotal(listing, fees);
  if (total === null) return 'Sob consulta';
  return `${formatMoney(total)}${listing.type === 'RENT' ? ' por mês' : ''}`;
}

export type ToldListing = { listing: Listing; fees: readonly { price: Listing['price'] }[]; url: string };

/** E-mail about new listings of a search. `more`: number of listings beyond those named. */
export function alertMail({
  agency,
  search,
  listings,
  more,
  url,
  leave,
}: About & { listings: readonly ToldListing[]; more: number; url: string; leave: string }): Mail {
  const count = listings.length + more;
  return {
    subject: count === 1 ? 'Um imóvel novo para você' : `${count} imóveis novos para você`,
    body: [
      `${count === 1 ? 'Um imóvel novo' : `${count} imóveis novos`} ${ofAgency(agency)} desta busca:\n${search}`,
      ...listings.map(({ listing, fees, url: page }) =>
        [listingTitle(listing), publicAddress(listing), costWords(listing, fees), page].join('\n'),
      ),
      more > 0 ? `E mais ${more}. Veja todos:\n${url}` : `Veja a busca toda:\n${url}`,
      `Para não receber mais este alerta:\n${leave}`,
    ].join('\n\n'),
  };
}
