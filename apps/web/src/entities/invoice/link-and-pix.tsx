import { Button } from '@mantine/core';
import { type InvoiceLink, invoices } from '@morada/contract/money/invoices';
import { agency } from '@morada/contract/registry/agency';
import { daysText, formatDate } from '@morada/domain/base/calendar';
import { IconBrandWhatsapp, IconExternalLink, IconMail, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { wholeAddress } from '#web/lib/address.ts';
import { useKeepSent } from '#web/lib/api/use-keep-sent.ts';
import { whatsAppLink } from '#web/lib/message-links.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { CopyLine } from '#web/ui/display/copy-line.tsx';
import { Money } from '#web/ui/display/figures.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { invoiceLinkQuery } from './invoice-queries.ts';
import classes from './link-and-pix.module.css';
import { PaymentChecked } from './payment-checked.tsx';
import { useLinkQuestions } from './use-link-questions.ts';

// Lazy: the code that draws it is read with the first window that shows one.
const QrCode = lazyPart(
  () => import('#web/ui/display/qr-code.tsx'),
  ({ default: QrCode }) => QrCode,
);

type LinkAndPixProps = {
  invoiceId: number;
  /** The tenant's phone where the caller's list shows it, though the record hides it. */
  phone?: string | null;
};

/** Link of an open invoice and its Pix of today, with the ways to send them: no agreement with a bank is needed. */
export function LinkAndPix({ invoiceId, phone }: LinkAndPixProps) {
  const query = useQuery(invoiceLinkQuery(invoiceId));
  return (
    <QueryBoundary query={query} what="o link e o Pix" lines={4}>
      {(link) => <Ways invoiceId={invoiceId} link={link} phone={phone ?? link.user.phone} />}
    </QueryBoundary>
  );
}

function Ways({ invoiceId, link, phone }: { invoiceId: number; link: InvoiceLink; phone: string | null }) {
  const url = wholeAddress(link.url);
  const keepSent = useKeepSent();
  const sent = (channel: 'WHATSAPP' | 'COPY') => keepSent.ofInvoice(invoiceId, { kind: 'INVOICE_LINK', channel });
  // Without a configured public address the server sends a relative link; the browser completes it.
  const text = link.message.text.replace(link.url, url);
  return (
    <div className={classes.ways}>
      {link.pix && (
        <div className={classes.code}>
          <QrCode text={link.pix} label="QR Code do Pix" />
        </div>
      )}
      <div className={classes.words}>
        <p className={classes.amount}>
          <Money value={link.amount} />
          <span className={classes.note}>{asOf(link)}</span>
        </p>
        {link.waiting ? (
          <PaymentChecked waiting={link.waiting} />
        ) : (
          link.pix_missing && <NoPix missing={link.pix_missing} />
        )}
        <dl>
          {link.pix && <CopyLine label="Pix copia e cola" value={link.pix} />}
          <CopyLine label="Link do inquilino" value={url} onCopy={() => sent('COPY')} />
        </dl>
      </div>
      <div className={classes.actions}>
        <Button
          component="a"
          href={whatsAppLink(phone, text)}
          target="_blank"
          rel="noreferrer"
          onClick={() => sent('WHATSAPP')}
          size="xs"
          variant="default"
          leftSection={<IconBrandWhatsapp size={15} />}
        >
          Enviar link por WhatsApp
        </Button>
        <MailButton invoiceId={invoiceId} link={link} />
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          size="xs"
          variant="default"
          leftSection={<IconExternalLink size={15} />}
        >
          Abrir link do inquilino
        </Button>
        <RenewButton invoiceId={invoiceId} tenant={link.user.name} />
      </div>
    </div>
  );
}

function asOf({ today, days, fine, interest, due_date }: InvoiceLink): string {
  const day = `hoje, ${formatDate(today)}`;
  if (due_date >= today) return `${day}, sem encargos: vence em ${formatDate(due_date)}`;
  const late = days > 0 ? `, com ${daysText(days)} de atraso` : '';
  return fine + interest > 0 ? `${day}${late}: multa e juros incluídos` : `${day}${late}, ainda sem multa`;
}

function MailButton({ invoiceId, link: { mail, user, waiting } }: { invoiceId: number; link: InvoiceLink }) {
  const { askMail } = useLinkQuestions();
  if (mail === 'OFF' || !may(invoices.mailLink.access)) return null;
  const without = waiting
    ? 'Um pagamento desta fatura espera conferência'
    : mail === 'NO_ADDRESS' && 'O inquilino não tem e-mail no cadastro';
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconMail size={15} />}
      disabled={Boolean(without)}
      title={without || undefined}
      onClick={() => askMail(invoiceId, user)}
    >
      Enviar link por e-mail
    </Button>
  );
}

function RenewButton({ invoiceId, tenant }: { invoiceId: number; tenant: string }) {
  const { askNewLink } = useLinkQuestions();
  if (!may(invoices.renewLink.access)) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={15} />}
      onClick={() => askNewLink(invoiceId, tenant)}
    >
      Trocar o link
    </Button>
  );
}

const MISSING = {
  KEY: 'Sem a chave Pix da imobiliária não há QR Code nem copia e cola. O link abre assim mesmo, com o valor de hoje.',
  CITY: 'Falta a cidade da imobiliária, que todo código Pix leva. O link abre assim mesmo, com o valor de hoje.',
  AMOUNT: 'Não há valor a pagar por esta fatura.',
  UNDERWAY: 'O inquilino está pagando com a autorização do Pix Automático. O código Pix volta em até meia hora.',
};

function NoPix({ missing }: { missing: keyof typeof MISSING }) {
  const sets = may(agency.update.access);
  return (
    <p className={classes.missing}>
      {MISSING[missing]}{' '}
      {(missing === 'KEY' || missing === 'CITY') &&
        (sets ? (
          <Link to="/settings/agency">{missing === 'KEY' ? 'Cadastrar a chave Pix' : 'Completar o endereço'}</Link>
        ) : (
          'Quem administra o sistema resolve isso em Configurações, Imobiliária.'
        ))}
    </p>
  );
}
