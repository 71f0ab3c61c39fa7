import { Button } from '@mantine/core';
import { callBank } from '@morada/domain/bank/call-banks';
import { IconCircleDashed } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Status } from '#web/ui/display/status.tsx';
import { TitledPart } from '#web/ui/display/titled-part.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { bankLinkQuery } from './bank-link-queries.ts';
import classes from './banks-page.module.css';
import { boletoLinkQuery } from './boletos/boleto-link-queries.ts';
import { LinkStatus } from './link-head.tsx';
import { REFUSED_NOTICES } from './link-words.ts';
import { payoutLinkQuery } from './payouts/payout-queries.ts';
import { statementLinksQuery } from './statements/statement-link-queries.ts';

const WORDS = { unanswered: 'Conectando', linked: 'Conectado' };

/** What the agency's banks do for it, what of that is on, and how to begin the rest. */
export function BanksPage() {
  const pix = useQuery(bankLinkQuery);
  const boletos = useQuery(boletoLinkQuery);
  const payouts = useQuery(payoutLinkQuery);
  const statements = useQuery(statementLinksQuery);
  return (
    <>
      <PageHead title="Bancos" below="O que os bancos da imobiliária fazem sozinhos, e como começar" />
      <BankPart
        title="Pix"
        below="QR Code nas faturas, e baixa assim que o inquilino paga"
        query={pix}
        to="/settings/bank-link"
      >
        {({ link }) =>
          link
            ? {
                state: <LinkStatus link={link} words={WORDS} />,
                ...(link.notices === 'FULL' && { begin: REFUSED_NOTICES }),
              }
            : { begin: 'Pegue no banco o acesso e o certificado: o passo a passo está na página.' }
        }
      </BankPart>
      <BankPart
        title="Boletos"
        below="Registro, alteração e baixa de boletos sem remessa e retorno"
        query={boletos}
        to="/settings/boleto-link"
      >
        {({ agreement, link }) => {
          if (link) return { state: <LinkStatus link={link} words={WORDS} /> };
          if (!agreement)
            return { begin: 'Cadastre antes o convênio de cobrança em Imobiliária.', first: '/settings/agency' };
          if (!callBank(agreement.bank))
            return { off: 'Por arquivo', begin: 'Este banco é atendido pela remessa e pelo retorno, em Boletos.' };
          return { off: 'Por arquivo', begin: 'Pegue no banco o acesso do convênio: o passo a passo está na página.' };
        }}
      </BankPart>
      <BankPart
        title="Pagamentos"
        below="Repasses pagos por Pix, com aprovação e limites"
        query={payouts}
        to="/settings/payouts"
      >
        {({ link }) =>
          link
            ? { state: <LinkStatus link={link} words={WORDS} /> }
            : { begin: 'Confira as proteções e pegue no banco o acesso para pagar: o passo a passo está na página.' }
        }
      </BankPart>
      <BankPart
        title="Extrato"
        below="Extrato lido toda manhã para a conciliação"
        query={statements}
        to="/settings/statements"
      >
        {(links) =>
          links.length > 0
            ? {
                state: links.map((link) => (
                  <span key={link.id} className={classes.account}>
                    {link.bank_name}, conta {link.account}:{' '}
                    <LinkStatus link={link} words={{ unanswered: 'Ainda não lida', linked: 'Conectada' }} />
                  </span>
                )),
              }
            : {
                off: 'Por arquivo',
                begin: 'Pegue no banco o acesso ao extrato; até lá, importe o OFX em Conciliação.',
              }
        }
      </BankPart>
    </>
  );
}

type Standing = {
  /** How the connection stands. */
  state?: ReactNode;
  /** What holds while there is no connection. */
  off?: string;
  /** What one does first to connect, or what hinders the connection. */
  begin?: string;
  /** Page of that first step, where it is not the connection's own. */
  first?: LinkProps['to'];
};

type BankPartProps<Data> = {
  title: string;
  below: string;
  query: UseQueryResult<Data>;
  to: LinkProps['to'];
  children: (data: Data) => Standing;
};

function BankPart<Data>({ title, below, query, to, children }: BankPartProps<Data>) {
  return (
    <TitledPart title={title} below={below}>
      <QueryBoundary query={query} what={`a situação de ${title}`} lines={2}>
        {(data) => {
          const { state, off = 'Não começado', begin, first = to } = children(data);
          return (
            <div className={classes.row}>
              <div>
                {state ?? (
                  <Status tone="gray" icon={IconCircleDashed}>
                    {off}
                  </Status>
                )}
                {begin && <p className={classes.begin}>{begin}</p>}
              </div>
              <Button
                variant="default"
                aria-label={`${state ? 'Abrir' : 'Começar'}: ${title}`}
                renderRoot={(props) => <Link to={first} {...props} />}
              >
                {state ? 'Abrir' : 'Começar'}
              </Button>
            </div>
          );
        }}
      </QueryBoundary>
    </TitledPart>
  );
}
