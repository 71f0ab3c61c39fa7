import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import classes from './owner-choice.module.css';

type Owner = { value: number; label: string };

type OwnerChoiceProps = {
  chosen: Owner | undefined;
  onChoose: (id: number) => void;
  /** In the line of the field. */
  beside?: ReactNode;
};

/** Picker of the statement's owner. The statement stays while another name is typed. */
export function OwnerChoice({ chosen, onChoose, beside }: OwnerChoiceProps) {
  const form = useForm<{ owner: number | null }>({ values: { owner: chosen?.value ?? null } });
  return (
    <div className={classes.owner}>
      <ClientPicker
        form={form}
        name="owner"
        label="Proprietário"
        owners
        chosen={chosen}
        onChoose={(owner) => owner && onChoose(owner.value)}
      />
      {beside}
    </div>
  );
}
