import { ActionIcon, Button } from '@mantine/core';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import { formatPercent } from '@morada/domain/base/money';
import {
  agencyShare,
  COMMISSION_KINDS,
  COMMISSION_ROLES,
  type CommissionKind,
  MAX_SHARES,
} from '@morada/domain/rent/people/share';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import { toast } from '#web/lib/toast.ts';
import { PercentField, SegmentedField, SelectField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { type Rule, type Rules, useSaveRule } from './people-queries.ts';
import classes from './rule-window.module.css';

const ROLES = Object.entries(COMMISSION_ROLES).map(([value, label]) => ({ value, label }));
const KINDS = Object.entries(COMMISSION_KINDS).map(([value, label]) => ({ value, label }));
/** In a list, nobody has no value of their own. */
const CAPTOR = 'captor';

export type RuleScope = {
  title: string;
  kind: CommissionKind;
  proposal_id?: number | null;
  property_id?: number | null;
  /** The property and what it is about are chosen in the window. */
  chooses?: boolean;
  shares: Pick<Rule['shares'][number], 'role' | 'admin_user_id' | 'share'>[];
};

type RuleWindowProps = {
  scope: RuleScope;
  staff: Rules['staff'];
  names: ReadonlyMap<number, string>;
  onClose: () => void;
};

/** Who has a part of a fee: the rest is the agency's. */
export function RuleWindow({ scope, staff, names, onClose }: RuleWindowProps) {
  const { mutateAsync: save } = useSaveRule();
  const { title, kind, proposal_id = null, property_id = null, chooses } = scope;
  const form = useForm(peopleCommissions.saveRule.body, {
    defaultValues: { kind, proposal_id, property_id, shares: scope.shares },
    submit: (body) => save({ body }),
    onSaved: () => {
      toast.success('Divisão definida');
      onClose();
    },
  });
  const shares = useWatch({ control: form.control, name: 'shares' }) ?? [];
  const set = (next: typeof shares) =>
    form.setValue('shares', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const rest = agencyShare(shares.map(({ share }) => ({ share: share ?? 0 })));
  const known = new Set(staff.map(({ id }) => id));
  const gone = [...names]
    .filter(([id]) => !known.has(id))
    .map(([id, name]) => ({ id, name: `${name} (não está mais)` }));
  const people = [...staff, ...gone].map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormWindow title={title} onClose={onClose} form={form} verb="Definir divisão">
      <Form form={form}>
        {chooses && (
          <Fields columns={1}>
            <SegmentedField form={form} name="kind" label="De quê" options={KINDS} />
            <PropertyPicker form={form} name="property_id" label="Imóvel" required />
          </Fields>
        )}
        <ul className={classes.shares}>
          {shares.map(({ role, admin_user_id }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a share has no name of its own
            <li key={index} className={classes.share}>
              <SelectField form={form} name={`shares.${index}.role`} label="Papel" options={ROLES} />
              <PersonField
                value={admin_user_id ?? null}
                isCaptor={role === 'CAPTOR'}
                people={people}
                onChange={(person) => form.setValue(`shares.${index}.admin_user_id`, person, { shouldDirty: true })}
              />
              <PercentField form={form} name={`shares.${index}.share`} label="Parte" required />
              <ActionIcon
                className={classes.remove}
                size={36}
                variant="subtle"
                color="gray"
                aria-label={`Remover a ${index + 1}ª pessoa`}
                onClick={() => set(shares.toSpliced(index, 1))}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        {shares.length < MAX_SHARES && (
          <Button
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => set([...shares, { role: 'BROKER', admin_user_id: staff[0]?.id ?? null, share: 0 }])}
          >
            Adicionar pessoa
          </Button>
        )}
        <p className={classes.rest} role="status" data-over={rest < 0 || undefined}>
          {rest < 0 ? 'As partes passam de 100%.' : `Fica com a imobiliária: ${formatPercent(rest)}.`} A mudança vale
          para o que ainda não foi recebido.
        </p>
      </Form>
    </FormWindow>
  );
}

type PersonFieldProps = {
  value: number | null;
  /** The captador may be whoever the property names. */
  isCaptor: boolean;
  people: { value: string; label: string }[];
  onChange: (person: number | null) => void;
};

function PersonField({ value, isCaptor, people, onChange }: PersonFieldProps) {
  const options = isCaptor || value === null ? [{ value: CAPTOR, label: 'O captador do imóvel' }, ...people] : people;
  return (
    <Select
      label="Pessoa"
      searchable
      allowDeselect={false}
      data={options}
      value={value === null ? CAPTOR : String(value)}
      onChange={(chosen) => onChange(chosen === CAPTOR || chosen === null ? null : Number(chosen))}
    />
  );
}
