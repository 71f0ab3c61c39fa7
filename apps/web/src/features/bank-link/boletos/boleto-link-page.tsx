import type { BoletoLink } from '@morada/contract/bank/boleto-link';
import { boletoBank } from '@morada/domain/bank/boleto-banks';
import { MONTHLY_INTEREST } from '@morada/domain/bank/boleto-terms';
import { type CallBank, callBank } from '@morada/domain/bank/call-banks';
import { formatPercent } from '@morada/domain/base/money';
import { FINE, FIRST_LATE_DAY } from '@morada/domain/rent/late/late-charges';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { TitledPart } from '#web/ui/display/titled-part.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { BankSteps } from '../bank-steps.tsx';
import classes from '../before-linking.module.css';
import { LinkActions } from '../link-actions.tsx';
import { LinkState } from '../link-state.tsx';
import { stateCounters } from '../link-words.ts';
import { ListedCalls } from '../listed-calls.tsx';
import { BoletoLinkForm } from './boleto-link-form.tsx';
import { boletoLinkQuery, useCheckBoletoLink, useRemoveBoletoLink } from './boleto-link-queries.ts';

/** How the boletos of the current agreement reach its bank: by file, or by calls of the bank's API. */
export function BoletoLinkPage() {
  const query = useQuery(boletoLinkQuery);
  const check = useCheckBoletoLink();
  const { mutateAsync: remove } = useRemoveBoletoLink();
  const link = query.data?.link;
  return (
    <>
      <PageHead
        title="Boletos no banco"
        below="A conexão do convênio de cobrança com o banco"
        terms={link ? ['bankNotice'] : undefined}
        actions={link && <LinkActions check={check} remove={remove} words={REMOVAL} />}
      />
      <QueryBoundary query={query} what="a ligação com o banco" lines={14}>
        {({ agreement, link }) => {
          const bank = agreement && callBank(agreement.bank);
          if (!agreement)
            return (
              <EmptyState
                icon={IconBuildingBank}
                title="Nenhum convênio de cobrança"
                below="Cadastre o convênio em Configurações, Imobiliária. Depois, escolha aqui a conexão dele com o banco."
              />
            );
          if (!bank) return <ByFile bank={agreement.bank} />;
          return (
            <>
              {link && (
                <LinkState
                  link={link}
                  isCertified={bank.hasCertificate}
                  counters={stateCounters(link.boletos, 'boletos')}
                  checkedAt={check.isSuccess ? check.submittedAt : undefined}
                  reads="a cada cinco minutos"
                />
              )}
              {link?.notice_address && <NoticeAddress value={link.notice_address} />}
              <Terms bank={bank} link={link} />
              {link && link.boletos.refused > 0 && <ListedCalls state="REFUSED" />}
              {link && link.boletos.waiting > 0 && <ListedCalls state="WAITING" />}
              {!link && <BankSteps bank={bank.code} name={nameOf(bank.code)} purpose="boletos" />}
              <BoletoLinkForm key={`${bank.code} ${link?.id}`} link={link} bank={bank} />
            </>
          );
        }}
      </QueryBoundary>
    </>
  );
}

const nameOf = (code: string) => boletoBank(code)?.name ?? code;

function ByFile({ bank }: { bank: string }) {
  return (
    <EmptyState
      icon={IconBuildingBank}
      title={`${nameOf(bank)}: por arquivo`}
      below="Os boletos deste banco ainda não são registrados pela API. Use a remessa e o retorno, em Boletos."
    />
  );
}

/** Address for payment notices, at banks where a person registers it in the bank's portal. */
function NoticeAddress({ value }: { value: string }) {
  return (
    <Callout tone="known" action={<CopyIcon label="endereço dos avisos" value={value} />}>
      Cadastre no portal do banco o endereço dos avisos de pagamento: <span className={classes.address}>{value}</span>.
      Sem os avisos, um pagamento só é conhecido quando o banco o liquida.
    </Callout>
  );
}

const REMOVAL = {
  verb: 'Voltar ao arquivo',
  title: 'Voltar ao arquivo',
  body: 'Os próximos boletos são registrados por arquivo. Os que o banco já tem continuam valendo, e os pagamentos deles continuam a ser lidos. Para ligar de novo será preciso informar o que é secreto no acesso.',
  done: 'Os próximos boletos vão por arquivo.',
};

/** What changes by calls, and what the bank charges for lateness. */
function Terms({ bank, link }: { bank: CallBank; link: BoletoLink | null }) {
  const name = nameOf(bank.code);
  return (
    <TitledPart
      title="Conexão com o banco"
      below={link ? `Pela API do ${name}.` : `Por arquivo. Com os dados abaixo, pela API do ${name}.`}
    >
      <ul className={classes.list}>
        <li>Cada boleto é registrado sozinho logo depois de emitido, com o QR Code do banco.</li>
        <li>Cancelamento, outro valor ou vencimento e baixa por outro meio chegam ao banco sem arquivo.</li>
        <li>O pagamento é conhecido pelo aviso do banco e conferido nos movimentos dele.</li>
        <li>
          {bank.keepsGrace
            ? `Depois do vencimento o banco cobra o que diz o contrato: multa de ${formatPercent(FINE)} a partir do ${FIRST_LATE_DAY}º dia e juros de ${formatPercent(MONTHLY_INTEREST)} ao mês, contados por dia, a partir do ${FIRST_LATE_DAY + 1}º.`
            : `O banco só sabe cobrar a partir do 1º dia, então o boleto vai sem multa e sem juros e vence de vez no ${FIRST_LATE_DAY - 1}º dia. Depois disso, gere outro boleto, com os encargos do dia.`}
        </li>
        {bank.numbersItself && (
          <li>
            O número, a linha digitável e o código de barras vêm do banco, logo depois do registro. Até lá o boleto
            aparece sem eles, e o PDF e a página da fatura dizem por quê.
          </li>
        )}
      </ul>
    </TitledPart>
  );
}
