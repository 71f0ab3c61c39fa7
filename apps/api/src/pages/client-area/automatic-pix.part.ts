import { enderWords } from '@morada/domain/bank/pix/recurrence';
import { formatDate } from '@morada/domain/base/calendar';
import type { TenantRecurrences } from '#api/modules/bank/charges/recurrences.service.ts';
import { type Html, html } from '../../base/html.ts';
import { paymentCode } from '../kit/payment-code.ts';
import { PATHS } from './client-area.paths.ts';

type Latest = TenantRecurrences['latest'] extends ReadonlyMap<number, infer Recurrence> ? Recurrence : never;

/** Pix Automático of a contract, for its tenant: the offer, the code to authorise it, and its end. */
export function automaticPix(contractId: number, { isOffered, latest }: TenantRecurrences): Html | null {
  const recurrence = latest.get(contractId);
  const isStanding = recurrence !== undefined && ['WAITING', 'CREATED', 'APPROVED'].includes(recurrence.state);
  if (!isOffered && !isStanding) return null;
  return html`<div class="automatic" id="automatico-${contractId}"${waitsForBank(recurrence) && html` data-watch`}>
<h3>Pix Automático</h3>
${recurrence && isStanding ? standing(contractId, recurrence) : offer(contractId, recurrence)}
</div>`;
}

/** The bank or the tenant has still to answer, so the page is read again by itself. */
const waitsForBank = (recurrence: Latest | undefined) =>
  recurrence !== undefined &&
  (['WAITING', 'CREATED'].includes(recurrence.state) || (recurrence.state === 'APPROVED' && recurrence.canceling));

const readAgain = (words: string) => html`<a href="${PATHS.contracts}">${words}</a>`;

const press = (contractId: number, path: string, label: string, isMain = false) =>
  html`<form method="post" action="${PATHS.contracts}/${contractId}/${path}"><button class="button${isMain && ' main'}" type="submit">${label}</button></form>`;

function offer(contractId: number, before: Latest | undefined) {
  return html`${before && html`<p class="dim">${endOf(before)}</p>`}
<p>Autorize uma vez no aplicativo do seu banco, e cada fatura sai da sua conta no vencimento. Você cancela quando quiser.</p>
${press(contractId, 'automatico', 'Quero o Pix Automático', true)}`;
}

function endOf({ state, ended_by }: Latest) {
  if (state === 'EXPIRED') return 'O anterior venceu sem ser autorizado.';
  if (state === 'REJECTED') return 'O anterior não foi autorizado no banco.';
  const by = enderWords(ended_by, 'tenant');
  return `O anterior foi encerrado${by ? ` ${by}` : ''}.`;
}

function standing(contractId: number, { state, canceling, code, first_date, lapses }: Latest) {
  if (canceling)
    return html`<p role="status">Cancelando no banco. Nenhuma fatura nova será debitada. ${readAgain('Atualizar a página')}</p>`;
  if (state === 'APPROVED')
    return html`<p role="status"><b>Autorizado.</b> Cada fatura sai da sua conta no vencimento, a partir de ${formatDate(first_date)}.</p>
${press(contractId, 'sem-automatico', 'Cancelar o Pix Automático')}`;
  if (lapses)
    return html`<p role="status">A autorização vai com o pagamento de uma fatura. O código está em <a href="${PATHS.invoices}">Faturas</a>, na fatura que você escolheu pagar.</p>
${press(contractId, 'sem-automatico', 'Desistir')}`;
  if (code === null)
    return html`<p role="status">Estamos pedindo o código ao banco. Ele aparece aqui assim que vier. ${readAgain('Atualizar a página')}</p>`;
  return html`<p>Copie o código e cole no aplicativo do seu banco<span class="scans">, ou leia o QR code com o celular</span>, e confirme a autorização lá. Nada é cobrado agora.</p>
${paymentCode({ id: `autorizar-${contractId}`, code, picture: 'QR code que autoriza o Pix Automático', copy: 'Copiar o código de autorização' })}
<p class="dim">Autorizou? A confirmação do banco aparece aqui. ${readAgain('Já autorizei')}</p>
${press(contractId, 'sem-automatico', 'Desistir')}`;
}
