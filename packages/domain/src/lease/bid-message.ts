import { type CalendarDate, formatDate } from '../base/calendar.ts';
import { type Cents, formatMoney } from '../base/money.ts';
import type { BidKind, BidParty, BidState } from './bid.ts';

export type ToldBid = {
  kind: BidKind;
  state: BidState;
  property: string;
  amount: Cents;
  expires_on: CalendarDate;
};

const THINGS = { RENT: 'de locação', SALE: 'de compra' } as const;

/** What a bid asks of one of its parties, by the state that it is in. */
export function bidNews({ kind, state, property }: Omit<ToldBid, 'amount' | 'expires_on'>, party: BidParty): string {
  const thing = `proposta ${THINGS[kind]} do imóvel ${property}`;
  if (state === 'SENT')
    return party === 'OWNER' ? `Recebemos uma ${thing}.` : `A ${thing} foi enviada ao proprietário.`;
  if (state === 'COUNTERED')
    return party === 'PROSPECT'
      ? `O proprietário fez uma contraproposta à ${thing}.`
      : `A contraproposta à ${thing} foi enviada.`;
  if (state === 'ACCEPTED' || state === 'DONE') return `A ${thing} foi aceita.`;
  if (state === 'REFUSED') return `A ${thing} não foi aceita.`;
  if (state === 'EXPIRED') return `O prazo da ${thing} terminou.`;
  return `A ${thing} foi retirada.`;
}

/** Message by which a party gets the link of a bid. */
export function bidMessage(bid: ToldBid, party: BidParty, agency: string, link: string) {
  const amount = `${bid.kind === 'RENT' ? 'Aluguel' : 'Preço'}: ${formatMoney(bid.amount)}`;
  const open = bid.state === 'SENT' || bid.state === 'COUNTERED';
  const until = open ? `Vale até ${formatDate(bid.expires_on)}.` : '';
  return {
    subject: `Proposta: ${bid.property}`,
    text: [bidNews(bid, party), `${amount}. ${until}`.trim(), `Veja a proposta:\n${link}`, agency].join('\n\n'),
  };
}
