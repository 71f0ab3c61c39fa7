import { ofAgency } from '@morada/domain/base/agency-name';
import { html } from '../../base/html.ts';
import { pressForm } from '../kit/fields.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { messagePage } from '../kit/message-page.ts';

/** Page with a button that opts out. Opening it has no effect, since scanners of e-mails open every link. */
export const optOutPage = (agency: string): Page => ({
  title: 'Não receber mais mensagens',
  agency,
  head: html`<meta name="robots" content="noindex">`,
  main: html`<div class="message"><span class="plate">${icons.home}</span><h1>Não receber mais mensagens</h1>
<p>Você deixa de receber avisos ${ofAgency(agency)} por e-mail, WhatsApp e SMS. As faturas e os contratos continuam como estão.</p>
${pressForm('Não quero mais receber')}</div>`,
});

export const optedOutPage = (agency: string): Page =>
  messagePage(
    agency,
    'Pronto, você não vai mais receber mensagens',
    'A partir de agora nada é enviado por e-mail, WhatsApp ou SMS. Para voltar a receber, fale com a imobiliária.',
  );

export const unknownOptOutPage = (agency: string): Page =>
  messagePage(
    agency,
    'Este endereço não existe',
    'Confira se ele está completo, como veio no e-mail, ou responda à mensagem pedindo para não receber mais.',
  );
