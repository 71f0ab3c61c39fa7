import type { BankLink } from '@morada/contract/bank/bank-link';
import { type CalendarDate, daysBetween, daysText, formatDate } from '@morada/domain/base/calendar';
import { count } from '#web/lib/count.ts';
import type { Counter } from '#web/ui/list/counters.tsx';

/** Banks take days to issue another certificate. */
const WARNED_DAYS = 30;

/** Undefined while the certificate is good for long. */
export function certificateWarning(until: CalendarDate | null, today: CalendarDate): string | undefined {
  if (until === null) return 'Não foi possível ler até quando o certificado vale.';
  const days = daysBetween(today, until);
  if (days < 0) return `O certificado venceu em ${formatDate(until)}. O banco não aceita mais chamadas com ele.`;
  if (days > WARNED_DAYS) return undefined;
  const when = days === 0 ? 'vence hoje' : `vence em ${daysText(days)}, em ${formatDate(until)}`;
  return `O certificado ${when}. Peça outro ao banco e troque-o aqui, com a chave dele.`;
}

/** What disconnecting does to the charges that the bank has or would get. */
export function removalWords({ waiting, active, refused }: BankLink['charges']): string {
  const open = waiting + active + refused;
  const charges =
    open === 0
      ? 'Nenhuma cobrança está em aberto no banco.'
      : open === 1
        ? 'A cobrança em aberto é retirada do banco, e o QR Code dela deixa de ser aceito.'
        : `As ${count(open)} cobranças em aberto são retiradas do banco, e o QR Code delas deixa de ser aceito.`;
  return `${charges} As faturas continuam em aberto, e os pagamentos já recebidos ficam como estão. Para ligar de novo será preciso informar o client secret e o certificado com a chave dele.`;
}

type States = BankLink['charges'];

/** Counters by state at the bank; words agree with feminine charges (cobranças) or masculine boletos. */
export function stateCounters({ active, waiting, refused, paid }: States, of: 'charges' | 'boletos'): Counter[] {
  const [end, many] = of === 'charges' ? ['a', 'Pagas'] : ['o', 'Pagos'];
  return [
    { label: 'No banco', value: count(active), below: `podem ser pag${end}s` },
    { label: 'Esperando', value: count(waiting), below: 'vão ao banco em instantes' },
    {
      label: `Recusad${end}s`,
      value: count(refused),
      below: 'com o motivo na lista',
      tone: refused > 0 ? 'red' : undefined,
    },
    { label: many, value: count(paid), below: `avisad${end}s pelo banco` },
  ];
}

/** Why notices of payments are refused for today. */
export const REFUSED_NOTICES =
  'Avisos recusados: hoje eles nomearam Pix demais que o banco não conhece, e os próximos não são aceitos.';
