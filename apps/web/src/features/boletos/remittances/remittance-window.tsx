import { type BoletoPage, boletos } from '@morada/contract/bank/boletos';
import { useRemit } from '#web/entities/boleto/boleto-queries.ts';
import { useSettingsFirst } from '#web/features/boletos/use-settings-first.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { AmountList } from '#web/ui/display/key-value.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { RemittanceHistory } from './remittance-history.tsx';
import { RemittanceOutcome } from './remittance-outcome.tsx';
import classes from './remittance-window.module.css';
import { saveRemittance } from './remittances.ts';

type Figures = Pick<BoletoPage, 'unregistered' | 'cancellations'>;

/** The remittance file, which registers boletos at the bank: its contents, its result and the earlier files. */
export function RemittanceWindow({ figures, onClose }: { figures: Figures | undefined; onClose: () => void }) {
  const { mutateAsync: remit, data: outcome, isPending: making } = useRemit();
  const settingsFirst = useSettingsFirst();
  const makes = may(boletos.remit.access);
  const nothing = figures !== undefined && figures.unregistered.count + figures.cancellations === 0;

  async function make() {
    try {
      const { remittance } = await remit({});
      if (!remittance) return;
      toast.success('A remessa foi gerada.');
      saveRemittance(remittance);
    } catch (error) {
      if (!(await settingsFirst(error))) toast.failure(error);
    }
  }

  return (
    <FormWindow
      title="Gerar remessa"
      terms={['remittance', 'agreement']}
      onClose={onClose}
      actions={{
        close: 'Fechar',
        primary: makes &&
          !outcome && { label: 'Gerar remessa', loading: making, disabled: !figures || nothing, onClick: make },
      }}
    >
      <p className={classes.says}>
        A remessa é o arquivo que conta ao banco quais boletos existem. Sem ela, ou sem o cadastro no site do banco, o
        boleto não pode ser pago.
      </p>
      {outcome ? (
        <RemittanceOutcome outcome={outcome} />
      ) : (
        figures && (
          <section className={classes.part}>
            <h3>O que vai</h3>
            {nothing ? (
              <p className={classes.aside}>O banco já sabe de todos os boletos pendentes.</p>
            ) : (
              <>
                {figures.unregistered.count > 0 && (
                  <AmountList
                    items={[{ label: toRegister(figures.unregistered.count), amount: figures.unregistered.amount }]}
                  />
                )}
                {figures.cancellations > 0 && (
                  <p className={classes.aside}>
                    {figures.cancellations === 1
                      ? '1 cancelamento: boleto cancelado que o banco ainda cobra'
                      : `${figures.cancellations} cancelamentos: boletos cancelados que o banco ainda cobra`}
                  </p>
                )}
              </>
            )}
          </section>
        )
      )}
      <RemittanceHistory />
    </FormWindow>
  );
}

const toRegister = (count: number) => (count === 1 ? '1 boleto a registrar' : `${count} boletos a registrar`);
