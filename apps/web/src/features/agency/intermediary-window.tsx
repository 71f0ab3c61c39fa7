import {
  INTERMEDIARY_ADDRESSES,
  IntermediaryChange,
  type NoteIntermediary,
} from '@morada/contract/fiscal/fiscal-intermediary';
import { toast } from '#web/lib/toast.ts';
import { PasswordField, PercentField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import classes from './intermediary-line.module.css';
import { useSaveIntermediary } from './intermediary-queries.ts';

/** Access to Focus NFe. The token is never sent back: its field begins blank. */
export function IntermediaryWindow({ kept, onClose }: { kept: NoteIntermediary | null; onClose: () => void }) {
  const { mutateAsync: save } = useSaveIntermediary();
  const form = useForm(IntermediaryChange, {
    defaultValues: {
      base_url: kept?.base_url ?? INTERMEDIARY_ADDRESSES.PRODUCTION,
      token: '',
      administration_city_code: kept?.administration_city_code ?? '',
      brokerage_city_code: kept?.brokerage_city_code ?? '',
      iss_rate: kept?.iss_rate ?? null,
    },
    complete: ({ token, ...open }) => ({ ...open, token: kept ? token || undefined : token }),
    submit: (body) => save({ body }),
    onSaved: () => {
      toast.success('As notas das taxas saem pelo Focus NFe');
      onClose();
    },
  });
  return (
    <FormWindow title="Focus NFe" form={form} verb="Guardar" terms={['nfse']} onClose={onClose}>
      <Form form={form}>
        <ol className={classes.steps}>
          <li>
            Contrate o Focus NFe, cadastre nele a imobiliária e o certificado A1, e habilite a NFS-e da sua cidade.
          </li>
          <li>Copie do painel dele o token da empresa: há um de homologação e um de produção.</li>
          <li>Preencha abaixo, e no cartão Notas fiscais a inscrição municipal.</li>
          <li>
            Emita uma em homologação ({INTERMEDIARY_ADDRESSES.RESTRICTED}), se a cidade tem teste, e só então mude para
            produção.
          </li>
        </ol>
        <Fields columns={1}>
          <TextField form={form} name="base_url" label="Endereço" required maxLength={300} />
          <PasswordField
            form={form}
            name="token"
            label="Token"
            required={!kept}
            help={kept ? 'Guardado. Preencha para trocar, ou quando mudar o endereço.' : undefined}
          />
          <TextField
            form={form}
            name="administration_city_code"
            label="Código municipal da administração"
            maxLength={20}
            help="Da lista da prefeitura, se ela pede um além do item da lei (17.12 ou 10.05)."
          />
          <TextField form={form} name="brokerage_city_code" label="Código municipal da intermediação" maxLength={20} />
          <PercentField form={form} name="iss_rate" label="Alíquota do ISS" help="Se a prefeitura a pede na nota." />
        </Fields>
      </Form>
    </FormWindow>
  );
}
