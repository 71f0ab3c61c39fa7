import { Checkbox, Input } from '@mantine/core';
import { DebtNoticeCreate, type DebtPapers } from '@morada/contract/collection/debt-papers';
import { DEBTOR_PARTIES, NOTICE_DAYS, NOTICE_WAYS, type NoticeWay } from '@morada/domain/debt-papers/debt-register';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { SegmentedField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import classes from './debt-papers.module.css';
import { useIssueNotices } from './debt-queries.ts';

type NoticeWindowProps = { contractId: number; papers: DebtPapers; onClose: () => void };

/** Form of a notice: its recipients and the way of delivery. */
export function NoticeWindow({ contractId, papers: { debtors, can_mail }, onClose }: NoticeWindowProps) {
  const { mutateAsync: issue } = useIssueNotices();
  const usual: NoticeWay = can_mail ? 'EMAIL' : 'LETTER';
  const form = useForm(DebtNoticeCreate, {
    defaultValues: { clients: debtors.map(({ id }) => id), way: usual },
    submit: (body) => issue({ params: { id: contractId }, body }),
    onSaved: ({ ids }) => {
      toast.success(ids.length === 1 ? 'Aviso emitido' : `${ids.length} avisos emitidos`);
      onClose();
    },
  });
  const chosen = form.watch('clients') ?? [];
  const way = form.watch('way') ?? usual;
  const ways = Object.entries(NOTICE_WAYS).filter(([name]) => can_mail || name !== 'EMAIL');
  return (
    <FormWindow title="Emitir aviso prévio" onClose={onClose} form={form} verb="Emitir aviso">
      <Form form={form}>
        <Fields columns={1}>
          <Input.Wrapper
            label="Avisar"
            labelElement="div"
            withAsterisk
            error={form.formState.errors.clients?.message as string | undefined}
          >
            <div className={classes.choices}>
              {debtors.map(({ id, name, role, has_email, has_address }) => (
                <Checkbox
                  key={id}
                  label={`${name}, ${DEBTOR_PARTIES[role].toLowerCase()}`}
                  description={lackOf(way, { has_email, has_address })}
                  checked={chosen.includes(id)}
                  onChange={({ currentTarget }) =>
                    form.setValue(
                      'clients',
                      currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id),
                      { shouldDirty: true },
                    )
                  }
                />
              ))}
            </div>
          </Input.Wrapper>
          <SegmentedField
            form={form}
            name="way"
            label="Entrega"
            required
            options={ways.map(([value, label]) => ({ value, label }))}
          />
          <Callout tone="known">
            O aviso diz o valor e os dias de atraso de cada fatura vencida e dá {NOTICE_DAYS} dias.{' '}
            {way === 'EMAIL'
              ? 'É enviado daqui, e o prazo conta da entrega.'
              : 'Imprima o aviso e registre a entrega: o prazo conta dela.'}
            {!can_mail && ' O e-mail desta instalação não está configurado.'}
          </Callout>
        </Fields>
      </Form>
    </FormWindow>
  );
}

function lackOf(way: NoticeWay, { has_email, has_address }: { has_email: boolean; has_address: boolean }) {
  if (way === 'EMAIL' && !has_email) return 'Sem e-mail no cadastro';
  return way === 'LETTER' && !has_address ? 'Sem endereço no cadastro' : undefined;
}
