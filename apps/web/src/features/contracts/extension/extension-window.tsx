import { Switch } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { formatDate } from '@morada/domain/base/calendar';
import { extensionBounds } from '@morada/domain/lease/extension';
import { isRent } from '#web/features/contracts/terms/rent.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { BaseChoice } from './base-choice.tsx';
import classes from './extension.module.css';
import { firstBase } from './extension-draft.ts';
import { ExtensionPreview } from './extension-preview.tsx';
import { RestOfMonth } from './rest-of-month.tsx';
import { useExtension } from './use-extension.ts';

type ExtensionWindowProps = {
  proposal: ProposalDetail;
  /** A new end too, or the readjustment alone. */
  extending: boolean;
  onClose: () => void;
};

export function ExtensionWindow({ proposal, extending, onClose }: ExtensionWindowProps) {
  const extension = useExtension(proposal, { extends: extending }, onClose);
  const { form, record, preview, base } = extension;
  const { from, to } = extensionBounds(proposal.end_date);
  const verb = extending ? 'Prorrogar' : 'Reajustar';
  const readjusts = base !== 'NONE';
  const choose = (next: typeof base) => form.setValue('base', next, { shouldDirty: true, shouldValidate: true });
  return (
    <RecordWindow
      title={`${verb} contrato ${proposal.id}`}
      terms={['readjustment', 'index']}
      width={640}
      record={record}
      forms={[form]}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: {
          label: verb,
          onClick: form.save,
          loading: form.formState.isSubmitting,
          // Disabled until the new rent is known; a missing manual percentage is reported at its field instead.
          disabled: readjusts && base !== 'MANUAL' && !extension.made,
        },
      }}
    >
      <Form form={form}>
        {extending && (
          <Fields>
            <DateField
              form={form}
              name="end_date"
              label="Novo término"
              required
              min={from}
              max={to}
              help={`Hoje o contrato vai até ${formatDate(proposal.end_date)}.`}
            />
          </Fields>
        )}
        {extension.rest && <RestOfMonth form={form} rest={extension.rest} />}
        {extending && isRent(proposal) && (
          <Switch
            className={classes.switch}
            size="xs"
            withThumbIndicator={false}
            label="Reajustar o aluguel"
            checked={readjusts}
            onChange={({ currentTarget }) => choose(currentTarget.checked ? firstBase(proposal, preview.data) : 'NONE')}
          />
        )}
        {readjusts && (
          <QueryBoundary query={preview} what="os índices" lines={6}>
            {({ indices }) => (
              <BaseChoice
                form={form}
                indices={indices}
                own={proposal.readjustment_index}
                base={base}
                onChoose={choose}
              />
            )}
          </QueryBoundary>
        )}
        <ExtensionPreview proposal={proposal} extension={extension} />
      </Form>
    </RecordWindow>
  );
}
