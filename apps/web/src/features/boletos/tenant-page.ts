import type { BoletoDetail, BoletoRow } from '@morada/contract/bank/boletos';
import { wholeAddress } from '#web/lib/address.ts';
import { whatsAppLink } from '#web/lib/message-links.ts';
import { today } from '#web/lib/today.ts';
import { boletoMessage } from './boleto-message.ts';

/** Absolute URL of the tenant's page on this server, to be sent. */
export const tenantPage = ({ url }: Pick<BoletoRow, 'url'>) => wholeAddress(url);

/** WhatsApp with the message written, to the tenant's number where the caller may read it. */
export const boletoWhatsApp = (boleto: BoletoDetail) => whatsAppLink(boleto.phone, wordsFor(boleto));

const wordsFor = (boleto: BoletoDetail) =>
  boletoMessage({ ...boleto, tenant: boleto.user.name, url: tenantPage(boleto) }, today());
