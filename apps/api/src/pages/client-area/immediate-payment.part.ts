import { IMMEDIATE_MINUTES } from '@morada/domain/bank/pix/immediate-charge';
import { formatMoney } from '@morada/domain/base/money';
import type { ImmediatePayment } from '#api/modules/bank/charges/immediate-charges.service.ts';
import { timeAt } from '../../base/clock.ts';
import { type Html, html } from '../../base/html.ts';
import { paymentCode } from '../kit/payment-code.ts';

type Shown = NonNullable<ImmediatePayment['shown']>;

const panel = (title: string, content: Html) =>
  html`<section class="panel" id="pagar-e-autorizar" aria-label="Pagar e autorizar"><h2>${title}</h2>
${content}
</section>`;

const press = (path: string, label: string, isMain = false) =>
  html`<form method="post" action="${path}"><button class="button${isMain && ' main'}" type="submit">${label}</button></form>`;

const again = (path: string) =>
  html`<p class="actions"><a class="button main" href="${path}#pagar-e-autorizar">Atualizar a página</a></p>`;

const giveUp = (path: string) => press(`${path}/sem-autorizar`, 'Desistir e usar o código comum');

const OVER = ['LAPSED', 'REFUSED'];

/** Journey 3 of Pix Automático while its charge takes the place of the invoice's own; null when there is none. */
export function immediateUnderway(path: string, { shown, isAway }: ImmediatePayment): Html | null {
  if (!shown || OVER.includes(shown.stage)) return null;
  return underway(path, shown, isAway);
}

function underway(path: string, { stage, code, until, amount }: Shown, isAway: boolean) {
  const end = timeAt(until);
  if (stage === 'PAID')
    return panel(
      'Pagamento recebido',
      html`<p role="status">O banco confirmou o pagamento. A baixa desta fatura e a autorização aparecem aqui em instantes.</p>
${again(path)}`,
    );
  if (stage === 'ENDING')
    return panel(
      'Voltando ao código comum',
      html`<p role="status">O banco está retirando o código de pagar e autorizar. ${isAway ? BANK_AWAY : 'O código Pix comum volta em instantes.'} Se você acabou de pagar, não pague de novo: o pagamento aparece aqui.</p>
${again(path)}`,
    );
  if (stage === 'PREPARING' || code === null)
    return panel(
      'Preparando o código',
      html`<p role="status">${isAway ? BANK_AWAY : 'O banco está trocando o código desta fatura pelo que paga e autoriza. Fica pronto em instantes.'} Se ele não vier até as ${end}, a fatura volta ao código Pix comum.</p>
${again(path)}
${giveUp(path)}`,
    );
  return panel(
    'Pagar e autorizar',
    html`<p role="status"><b>Válido até as ${end}.</b> Copie o código e cole no aplicativo do seu banco<span class="scans">, ou leia o QR code com o celular</span>, e confirme: isso paga ${formatMoney(amount)} e autoriza o Pix Automático das próximas faturas.</p>
${paymentCode({ id: 'autorizar', code, picture: 'QR code que paga e autoriza', copy: 'Copiar o código' })}
<p class="dim">Pagou? O pagamento aparece aqui em segundos. <a href="${path}#pagar-e-autorizar">Já paguei</a></p>
<p class="dim">Depois das ${end} ele deixa de valer: nada é cobrado nem autorizado, e a fatura volta ao código Pix comum.</p>
${giveUp(path)}`,
  );
}

const BANK_AWAY = 'O banco não está respondendo agora; tentamos de novo a cada minuto.';

/** The offer of journey 3, with the outcome of the last attempt. */
export function immediateOffer(path: string, { shown, offered }: ImmediatePayment): Html | null {
  const before = shown && OVER.includes(shown.stage) ? ended(shown) : null;
  if (!offered) return before && panel('Pagar e autorizar', before);
  return panel(
    'Pagar agora e autorizar as próximas',
    html`${before}
<p>Um código que vale ${IMMEDIATE_MINUTES} minutos paga esta fatura e, na mesma confirmação, autoriza o Pix Automático: as próximas saem da sua conta no vencimento, e você cancela quando quiser.</p>
<p>Enquanto ele vale, o código Pix comum desta fatura é recusado. Se você não pagar a tempo, nada é cobrado nem autorizado, e o código comum volta.</p>
${press(`${path}/pagar-e-autorizar`, 'Pagar e autorizar', true)}`,
  );
}

function ended({ stage, until, problem }: Shown) {
  if (stage === 'REFUSED')
    return html`<p role="status"><b>O banco não aceitou o código de pagar e autorizar.</b> ${problem} Nada foi cobrado nem autorizado.</p>`;
  return html`<p role="status"><b>O código de pagar e autorizar deixou de valer às ${timeAt(until)}.</b> Nada foi cobrado nem autorizado.</p>`;
}
