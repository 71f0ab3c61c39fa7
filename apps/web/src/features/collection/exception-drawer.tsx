import { collection, type RulerStep } from '@morada/contract/collection';
import type { Answer } from '@morada/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { Foot } from '#web/ui/base/actions.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormDrawer } from '#web/ui/overlay/windows.tsx';
import { exceptionQuery, rulerQuery, useSaveException } from './collection-queries.ts';
import { StepList } from './step-list.tsx';

const MODES = [
  { value: 'RULER', label: 'Da imobiliária' },
  { value: 'NONE', label: 'Nenhuma' },
  { value: 'OWN', label: 'Própria' },
];

/** Which ruler a contract has: the agency's, none, or steps of its own. */
export function ExceptionDrawer({ contract, onClose }: { contract: number; onClose: () => void }) {
  const exception = useQuery(exceptionQuery(contract));
  const ruler = useQuery(rulerQuery);
  const both = exception.data && ruler.data ? { exception: exception.data, steps: ruler.data.data.steps } : undefined;
  return (
    <FormDrawer title={`Régua do contrato ${contract}`} onClose={onClose}>
      <QueryBoundary
        query={{ data: both, error: exception.error ?? ruler.error, refetch: exception.refetch }}
        what="a régua do contrato"
        lines={6}
      >
        {({ exception, steps }) => (
          <ExceptionForm contract={contract} exception={exception} agency={steps} onClose={onClose} />
        )}
      </QueryBoundary>
    </FormDrawer>
  );
}

type ExceptionFormProps = {
  contract: number;
  exception: Answer<typeof collection.exception>;
  agency: readonly RulerStep[];
  onClose: () => void;
};

/** Own steps begin as a copy of the agency's. */
function ExceptionForm({ contract, exception, agency, onClose }: ExceptionFormProps) {
  const { mutateAsync: save } = useSaveException();
  const [steps, setSteps] = useState<RulerStep[]>(
    exception.mode === 'OWN' ? exception.steps : agency.map(({ id: _, ...step }) => step),
  );
  const form = useForm(collection.saveException.body, {
    defaultValues: { mode: exception.mode, reason: exception.reason ?? '', steps: [] },
    complete: (held) => ({ ...held, steps: held.mode === 'OWN' ? steps : [] }),
    submit: (body) => save({ params: { id: contract }, body }),
    onSaved: () => {
      toast.success('Régua do contrato atualizada.');
      onClose();
    },
  });
  const mode = useWatch({ control: form.control, name: 'mode' });
  return (
    <>
      <Form form={form}>
        <Fields columns={1}>
          <SegmentedField form={form} name="mode" label="Régua deste contrato" options={MODES} />
          {mode !== 'RULER' && <TextField form={form} name="reason" label="Por quê" required />}
        </Fields>
      </Form>
      {mode === 'OWN' && <StepList steps={steps} onChange={async (changed) => setSteps(changed)} />}
      <Foot
        primary={{ label: 'Salvar', loading: form.formState.isSubmitting, onClick: form.save }}
        close="Cancelar"
        onClose={onClose}
      />
    </>
  );
}
