import type { BidVersion } from '@morada/contract/lease/bids';
import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { formatAmount } from '@morada/domain/base/money';
import { BID_PARTIES, BID_STATES } from '@morada/domain/lease/bid-words';
import { type Address, fullAddress } from '@morada/domain/property/property';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { type Block, paperPdf } from '#api/pdf/paper.ts';
import { inFull, placeOf } from '#api/pdf/receipt.ts';
import { bidFacts } from './bid-facts.map.ts';

type Printed = {
  bid: {
    id: number;
    kind: 'RENT' | 'SALE';
    state: keyof typeof BID_STATES;
    name: string | null;
    owner: { name: string } | null;
    expires_on: CalendarDate;
    place: Address;
  };
  version: BidVersion;
  agency: Letterhead;
  today: CalendarDate;
};

const INSTALMENTS = [
  { title: 'Parcela', width: 75 },
  { title: 'Vencimento', width: 200 },
  { title: 'Valor (R$)', width: 200, align: 'right' },
] as const;

/** The paper of the open version of a bid. */
export function bidPaper({ bid, version, agency, today }: Printed) {
  const rental = bid.kind === 'RENT';
  const blocks: Block[] = [
    {
      facts: [
        ['Imóvel', fullAddress(bid.place)],
        ['Interessado', bid.name ?? 'não consta'],
        ['Proprietário', bid.owner?.name ?? 'não consta'],
        ['Situação', BID_STATES[bid.state]],
        ['Vale até', formatDate(bid.expires_on)],
      ],
    },
    { heading: version.party === 'PROSPECT' ? 'O que é proposto' : 'O que o proprietário propõe' },
    { text: `${rental ? 'Aluguel' : 'Preço'}: ${inFull(version.amount)}.`, look: 'strong' },
    { facts: bidFacts(bid.kind, version) },
  ];
  if (version.instalments.length > 0)
    blocks.push({
      columns: INSTALMENTS,
      rows: version.instalments.map(({ due_on, amount }, at) => [
        String(at + 1),
        formatDate(due_on),
        formatAmount(amount),
      ]),
    });
  if (version.conditions) blocks.push({ heading: 'Condições' }, { text: version.conditions });
  const city = placeOf(agency, bid.place);
  blocks.push({ signedAt: [city, formatDate(today)].filter(Boolean).join(', ') });
  return paperPdf({
    agency,
    title: rental ? 'Proposta de locação' : 'Proposta de compra',
    subtitle: `nº ${bid.id}, versão ${version.number}, ${BID_PARTIES[version.party].toLowerCase()}`,
    day: today,
    blocks,
  });
}
