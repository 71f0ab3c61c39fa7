import { Button } from '@mantine/core';
import type { InvoiceDetail } from '@morada/contract/invoices';
import { IconBrandWhatsapp, IconExternalLink, IconLink } from '@tabler/icons-react';
import { wholeAddress } from '#web/lib/address.ts';
import { useKeepSent } from '#web/lib/api/use-keep-sent.ts';
import { copy } from '#web/lib/clipboard.ts';
import { whatsAppLink } from '#web/lib/message-links.ts';
import { today } from '#web/lib/today.ts';
import { invoiceMessage } from './invoice-message.ts';

/** The tenant's page of an invoice that has no boleto: it shows today's amount, and Pix where the agency has a key. */
export function InvoiceLink({ invoice }: { invoice: InvoiceDetail }) {
  const url = wholeAddress(invoice.url);
  const message = invoiceMessage(
    { ...invoice, url, tenant: invoice.user.name, property: invoice.property.address, amount: invoice.late.total },
    today(),
  );
  const keepSent = useKeepSent();
  const sent = (channel: 'WHATSAPP' | 'COPY') => keepSent.ofInvoice(invoice.id, { kind: 'INVOICE_LINK', channel });
  return (
    <>
      <Away href={url} icon={IconExternalLink} label="Abrir link do inquilino" />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLink size={15} />}
        onClick={async () => {
          if (await copy(url, 'Link do inquilino copiado.')) sent('COPY');
        }}
      >
        Copiar link do inquilino
      </Button>
      <Away
        href={whatsAppLink(invoice.phone, message)}
        icon={IconBrandWhatsapp}
        label="Enviar por WhatsApp"
        onClick={() => sent('WHATSAPP')}
      />
    </>
  );
}

type AwayProps = { href: string; icon: typeof IconLink; label: string; onClick?: () => void };

function Away({ href, icon: Icon, label, onClick }: AwayProps) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={onClick}
      size="xs"
      variant="default"
      leftSection={<Icon size={15} />}
    >
      {label}
    </Button>
  );
}
