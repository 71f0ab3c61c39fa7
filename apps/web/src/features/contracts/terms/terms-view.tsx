import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { formatPercent } from '@morada/domain/base/money';
import { GUARANTEES } from '@morada/domain/lease/contract';
import { PROPERTY_PURPOSES } from '@morada/domain/lease/lease-purposes';
import { LEASE_TAX_MODES } from '@morada/domain/lease/lease-tax-modes';
import { readjustsOn } from '@morada/domain/lease/lease-term';
import { rentsText } from '@morada/domain/lease/penalty';
import { PRICE_INDICES } from '@morada/domain/lease/readjustment';
import { WITHHOLDING_MODES } from '@morada/domain/lease/withholding-modes';
import { Ended } from '#web/features/contracts/termination/ended.tsx';
import { Day, DocumentNumber, Figure, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import { useBankWords } from '#web/ui/input/bank-queries.ts';
import { isRent } from './rent.ts';
import classes from './terms.module.css';

type Items = Parameters<typeof KeyValue>[0]['items'];

/** The terms, to be read: of a contract that is closed, or by those who may not change it. */
export function TermsView({ proposal }: { proposal: ProposalDetail }) {
  const bankWords = useBankWords();
  return (
    <div className={classes.terms}>
      {proposal.status === 'CLOSED' && isRent(proposal) && <Ended proposal={proposal} />}
      <Terms
        title="Vigência"
        items={[
          { label: 'Início', value: <Day value={proposal.start_date} /> },
          { label: 'Término', value: <Day value={proposal.end_date} /> },
          ...(isRent(proposal) ? [{ label: 'Próximo reajuste', value: <Day value={readjustsOn(proposal)} /> }] : []),
          { label: 'Primeiro e último mês', value: proposal.prorate ? 'Cobrados por dias' : 'Cobrados inteiros' },
          ...(isRent(proposal) ? [{ label: 'Encerra no fim', value: proposal.ends_at_term ? 'Sim' : 'Não' }] : []),
          ...(proposal.closed_on ? [{ label: 'Encerrado em', value: <Day value={proposal.closed_on} /> }] : []),
        ]}
      />
      <Terms
        title="Valores"
        items={[
          { label: 'Aluguel no contrato', value: <Money value={proposal.price} /> },
          { label: 'Valor atual', value: <Money value={proposal.current_price} /> },
          { label: 'Desconto', value: <Money value={proposal.discount} /> },
          { label: 'Taxa de administração', value: <Figure>{formatPercent(proposal.commission)}</Figure> },
          { label: 'Dia do pagamento', value: <Figure>{proposal.transfer_date}</Figure> },
          { label: 'Recebe comissão', value: proposal.with_commission ? 'Sim' : 'Não' },
          { label: 'Avisa também os outros inquilinos', value: proposal.tells_co_tenants ? 'Sim' : 'Não' },
        ]}
      />
      {isRent(proposal) && (
        <Terms
          title="Reajuste e rescisão"
          items={[
            { label: 'Índice de reajuste', value: PRICE_INDICES[proposal.readjustment_index] },
            {
              label: 'Multa por rescisão',
              value: proposal.penalty_rents === 0 ? 'Sem multa' : rentsText(proposal.penalty_rents),
            },
            { label: 'Acompanha o índice para baixo', value: proposal.readjusts_down ? 'Sim' : 'Não' },
          ]}
        />
      )}
      {isRent(proposal) && (
        <Terms
          title="Imposto de renda"
          items={[
            { label: 'Quem recolhe o imposto', value: WITHHOLDING_MODES[proposal.withholding].name },
            ...(proposal.withholding === 'NONE'
              ? []
              : [
                  { label: 'IPTU que o proprietário paga', value: <Money value={proposal.withholding_iptu} /> },
                  {
                    label: 'Condomínio que o proprietário paga',
                    value: <Money value={proposal.withholding_condominium} />,
                  },
                  {
                    label: 'Deduzir a taxa de administração do imposto',
                    value: proposal.withholding_less_fee ? 'Sim' : 'Não',
                  },
                ]),
          ]}
        />
      )}
      {isRent(proposal) && (
        <Terms
          title="IBS e CBS"
          items={[
            { label: 'Imposto sobre o aluguel', value: LEASE_TAX_MODES[proposal.lease_tax].name },
            { label: 'Finalidade', value: proposal.purpose ? PROPERTY_PURPOSES[proposal.purpose] : 'A do imóvel' },
          ]}
        />
      )}
      <Terms
        title="Garantia"
        items={[
          { label: 'Tipo de garantia', value: GUARANTEES[proposal.guarantee] },
          ...(proposal.deposit ? [{ label: 'Valor da caução', value: <Money value={proposal.deposit} /> }] : []),
          { label: 'Fiadores', value: proposal.guarantors.map(({ name }) => name).join(', ') || null },
        ]}
      />
      <Terms
        title="Conta para repasse"
        items={[
          { label: 'Banco', value: proposal.bank_code && bankWords(proposal.bank_code) },
          { label: 'Agência', value: proposal.bank_agency },
          { label: 'Conta', value: proposal.bank_account },
          { label: 'Titular', value: proposal.bank_full_name },
          { label: 'CPF/CNPJ do titular', value: <DocumentNumber value={proposal.bank_cpf} /> },
          { label: 'Chave Pix', value: proposal.bank_pix },
          { label: 'Observação', value: proposal.bank_obs },
        ]}
      />
    </div>
  );
}

function Terms({ title, items }: { title: string; items: Items }) {
  return (
    <FormSection title={title}>
      <Wide>
        <KeyValue items={items.map(({ label, value }) => ({ label, value: value || null }))} />
      </Wide>
    </FormSection>
  );
}
