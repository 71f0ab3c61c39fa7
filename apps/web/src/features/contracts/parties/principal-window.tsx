import { PrincipalChange } from '@morada/contract/lease/parties';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { NOBODY } from '#web/features/contracts/terms/contract-values.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { SwitchField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useSetPrincipal } from './party-rows.ts';

export function PrincipalWindow({ proposal, onClose }: { proposal: ProposalDetail; onClose: () => void }) {
  const setPrincipal = useSetPrincipal();
  const form = useForm(PrincipalChange, {
    defaultValues: { client_id: NOBODY, valid_from: today(), stays: true },
    submit: (body) => setPrincipal.mutateAsync({ params: { id: proposal.id }, body }),
    onSaved: () => {
      toast.success('Inquilino principal trocado!');
      onClose();
    },
  });
  return (
    <FormWindow title="Trocar o inquilino principal" onClose={onClose} form={form} verb="Trocar">
      <Form form={form}>
        <Fields columns={1}>
          <ClientPicker
            form={form}
            name="client_id"
            label="Novo inquilino principal"
            required
            first="TENANT"
            create={{ type: 'TENANT', label: 'Adicionar novo cliente' }}
            help="Outro inquilino deste contrato, ou uma pessoa nova, na cessão do contrato."
          />
          <DateField
            form={form}
            name="valid_from"
            label="A partir de"
            required
            max={today()}
            help="As próximas faturas saem em nome dele. As já emitidas continuam com quem as recebeu. Um Pix Automático autorizado pelo anterior termina."
          />
          <SwitchField form={form} name="stays" label={`${proposal.tenant} continua como inquilino`} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
