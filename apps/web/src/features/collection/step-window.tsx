import { RulerStep } from '@morada/contract/collection/collection';
import { STEP_ACTIONS, STEP_RECIPIENTS, stepDaysText } from '@morada/domain/collection/ruler';
import { STEP_FIELDS, stepMessage } from '@morada/domain/collection/step-text';
import { CHANNEL_NAMES, CHANNELS, type Channel } from '@morada/domain/messages/kinds';
import { isParameterCut, parameterOf, textProblem } from '@morada/domain/messages/text';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { today } from '#web/lib/today.ts';
import { SegmentedField, SelectField, TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { AnyNumberInput } from '#web/ui/input/number-inputs.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import type { SharedRecord } from '#web/ui/overlay/use-record.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import classes from './step-list.module.css';

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const EVERY = 'EVERY';
const BY = [
  { value: EVERY, label: 'Na ordem da imobiliária' },
  ...CHANNELS.map((value) => ({ value, label: `Só ${CHANNEL_NAMES[value]}` })),
];

const NEW = { action: 'MESSAGE', recipients: 'TENANT', channels: null, subject: '', body: '' } as const;

type StepWindowProps = {
  step: RulerStep | undefined;
  ruler: SharedRecord | undefined;
  onSave: (step: RulerStep) => Promise<unknown>;
  /** Absent: the step is new. */
  onRemove?: (() => Promise<unknown>) | undefined;
  onClose: () => void;
};

/** Form of a step: its day, action, recipients and text, with a preview of the text. */
export function StepWindow({ step, ruler, onSave, onRemove, onClose }: StepWindowProps) {
  const confirm = useConfirm();
  const form = useForm(RulerStep, {
    defaultValues: step ?? NEW,
    submit: (given) => onSave({ ...given, ...(step?.id !== undefined && { id: step.id }) }),
    onSaved: onClose,
  });
  const [channels, action, days] = useWatch({ control: form.control, name: ['channels', 'action', 'days'] });
  async function askToRemove({ days }: RulerStep, run: () => Promise<unknown>) {
    const removed = await confirm({
      title: 'Remover o passo',
      body: `O passo de ${stepDaysText(days)} deixa de ser feito. O que já saiu continua no histórico.`,
      verb: 'Remover o passo',
      danger: true,
      run,
    });
    if (removed) onClose();
  }
  return (
    <FormWindow
      title={step ? 'Editar passo' : 'Incluir passo'}
      record={ruler}
      form={form}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        danger: onRemove && step && { label: 'Remover passo', onClick: () => askToRemove(step, onRemove) },
        primary: { label: 'Salvar passo', loading: form.formState.isSubmitting, onClick: form.save },
      }}
    >
      <Form form={form}>
        <Fields columns={1}>
          <StepDays
            days={days}
            error={form.formState.errors.days?.message}
            onDays={(wanted) => form.setValue('days', wanted as number, { shouldDirty: true, shouldValidate: true })}
          />
          <SegmentedField form={form} name="action" label="O que fazer" options={optionsOf(STEP_ACTIONS)} />
          <SelectField form={form} name="recipients" label="Para" required options={optionsOf(STEP_RECIPIENTS)} />
          {action === 'MESSAGE' && (
            <Select
              label="Canal"
              data={BY}
              value={channels?.[0] ?? EVERY}
              onChange={(value) =>
                form.setValue('channels', value === null || value === EVERY ? null : [value as Channel], {
                  shouldDirty: true,
                })
              }
            />
          )}
          <TextField form={form} name="subject" label={action === 'CALL' ? 'Título' : 'Assunto'} required />
          <TextareaField
            form={form}
            name="body"
            label={action === 'CALL' ? 'O que dizer' : 'Texto'}
            required
            rows={9}
          />
          <FieldList />
          <Preview form={form} />
        </Fields>
      </Form>
    </FormWindow>
  );
}

const SIDES = [
  { value: 'BEFORE', label: 'Antes do vencimento' },
  { value: 'ON', label: 'No vencimento' },
  { value: 'AFTER', label: 'Depois do vencimento' },
];

type StepDaysProps = {
  days: number | undefined;
  error: string | undefined;
  onDays: (days: number | undefined) => void;
};

/** The day of a step in words: how many days, before or after the due date. */
function StepDays({ days, error, onDays }: StepDaysProps) {
  const [side, setSide] = useState(days === 0 ? 'ON' : days !== undefined && days < 0 ? 'BEFORE' : 'AFTER');
  const put = (count: number | null, at: string) =>
    onDays(at === 'ON' ? 0 : count === null ? undefined : at === 'BEFORE' ? -count : count);
  const count = days === undefined || days === 0 ? null : Math.abs(days);
  return (
    <Fields>
      <Select
        label="Quando"
        data={SIDES}
        value={side}
        allowDeselect={false}
        onChange={(at) => {
          if (at === null) return;
          setSide(at);
          put(count, at);
        }}
      />
      {side !== 'ON' && (
        <AnyNumberInput
          label="Quantos dias"
          required
          settings={{ min: 1, max: side === 'BEFORE' ? 30 : 180, allowNegative: false, allowDecimal: false }}
          value={count}
          error={error}
          onChange={(typed) => put(typed, side)}
        />
      )}
    </Fields>
  );
}

const FieldList = () => (
  <div className={classes.fields}>
    Campos:
    <ul>
      {Object.entries(STEP_FIELDS).map(([name, words]) => (
        <li key={name}>
          <code>{`{{${name}}}`}</code>: {words}
        </li>
      ))}
    </ul>
  </div>
);

const EXAMPLE = { name: 'Ana Prado', cpf_cnpj: '52998224725' };

function Preview({ form }: { form: ReturnType<typeof useForm<RulerStep, unknown>> }) {
  const [subject = '', body = ''] = useWatch({ control: form.control, name: ['subject', 'body'] });
  if (!body || textProblem(`${subject} ${body}`, Object.keys(STEP_FIELDS)) !== undefined) return null;
  const month = today().slice(0, 7) as `${number}-${number}`;
  const payment = {
    tenant: EXAMPLE,
    property: 'Rua São Mateus, 915, ap. 501',
    reference: month,
    due_date: today(),
    ...{ amount: 190_000, fine: 0, interest: 0, pix: null, url: 'https://…' },
  };
  const shown = stepMessage(
    { subject, text: body },
    payment,
    EXAMPLE,
    { name: 'Sua imobiliária', phone: null },
    today(),
  );
  return (
    <section aria-label="Prévia">
      <p className={classes.fields}>Prévia, de uma fatura que vence hoje:</p>
      <p className={classes.preview}>
        <b>{shown.subject}</b>
        {`\n\n${shown.text}`}
      </p>
      {isParameterCut(shown.text) && (
        <>
          <p className={classes.fields}>Passa de 900 caracteres: pelo WhatsApp chega cortado, assim:</p>
          <p className={classes.preview}>{parameterOf(shown.text)}</p>
        </>
      )}
    </section>
  );
}
