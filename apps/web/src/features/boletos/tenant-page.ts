import type { BoletoDetail, BoletoRow } from '@morada/contract/boletos';
import { boletoMessage } from '@morada/domain/boleto-message';
import { whatsAppLink } from '@morada/domain/message-links';
import { wholeAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/today.ts';

/** The tenant's page as it is sent: whole, with the name of this server. */
export const tenantPage = ({ url }: Pick<BoletoRow, 'url'>) => wholeAddress(url);

/** WhatsApp with the message written, to the tenant's number where the caller may read it. */
export const boletoWhatsApp = (boleto: BoletoDetail) => whatsAppLink(boleto.phone, wordsFor(boleto));

const wordsFor = (boleto: BoletoDetail) =>
  boletoMessage({ ...boleto, tenant: boleto.user.name, url: tenantPage(boleto) }, today());
