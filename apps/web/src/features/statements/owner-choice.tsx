import type { ReactNode } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import type { FieldProps } from '#web/ui/form/field.ts';
import classes from './owner-choice.module.css';

type Owner = { value: number; label: string };

/** The field that finds an owner; the page brings it from the feature that knows clients. */
export type OwnerSlot = <V extends FieldValues>(
  field: FieldProps<V> & { chosen: Owner | undefined; onChoose: (owner: Owner | undefined) => void },
) => ReactNode;

type OwnerChoiceProps = {
  field: OwnerSlot;
  chosen: Owner | undefined;
  onChoose: (id: number) => void;
  /** In the line of the field. */
  beside?: ReactNode;
};

/** Picker of the statement's owner. The statement stays while another name is typed. */
export function OwnerChoice({ field, chosen, onChoose, beside }: OwnerChoiceProps) {
  const form = useForm<{ owner: number | null }>({ values: { owner: chosen?.value ?? null } });
  return (
    <div className={classes.owner}>
      {field({
        form,
        name: 'owner',
        label: 'Proprietário',
        chosen,
        onChoose: (owner) => owner && onChoose(owner.value),
      })}
      {beside}
    </div>
  );
}
