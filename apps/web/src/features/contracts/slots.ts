import type { ProposalDetail } from '@morada/contract/proposals';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/form/field.ts';
import type { PickerOption } from '#web/ui/input/picker.tsx';

/** A field that finds a person or a property; the page brings it from the feature that knows them. */
export type PickerSlot = <V extends FieldValues>(field: PickerField<V>) => ReactNode;

type PickerField<V extends FieldValues> = FieldProps<V> & {
  /** How the value that stands in the form is called, where it was not picked here. */
  chosen?: PickerOption;
  onChoose?: (option: PickerOption | undefined) => void;
};

type Generating = { onGenerated: (document: ProposalDetail['documents'][number]) => void };

/** Generates the contract's document: a button, and the window alone for use from a menu. */
export type GenerateSlot = {
  button: (props: Generating) => ReactNode;
  window: (props: Generating & { onClose: () => void }) => ReactNode;
};
