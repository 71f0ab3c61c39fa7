import { type Party, PartyEnd } from '@morada/contract/lease/parties';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useEndParty } from './party-rows.ts';

type EndWindowProps = { contractId: number; party: Party; onClose: () => void };

export function EndWindow({ contractId, party, onClose }: EndWindowProps) {
  const end = useEndParty();
  const form = useForm(PartyEnd, {
    defaultValues: { valid_to: party.valid_to ?? today() },
    submit: (body) => end.mutateAsync({ params: { id: contractId, party: party.id }, body }),
    onSaved: () => {
      toast.success('Participação encerrada!');
      onClose();
    },
  });
  return (
    <FormWindow title={`Encerrar a participação de ${party.name}`} onClose={onClose} form={form} verb="Encerrar">
      <Form form={form}>
        <Fields columns={1}>
          <DateField
            form={form}
            name="valid_to"
            label="Último dia"
            required
            help="Continua a responder pelo que venceu até este dia. Cônjuge e procurador desta pessoa saem junto."
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
