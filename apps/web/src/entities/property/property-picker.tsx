import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { AsyncPicker, type PickerOption } from '#web/ui/input/picker.tsx';
import { propertyOptions, type Row } from './property-queries.ts';

type PropertyOption = PickerOption & { property: Row };

type PropertyPickerProps<V extends FieldValues> = Omit<ComponentProps<typeof AsyncPicker<V>>, 'query' | 'onChoose'> & {
  /** Only available properties can be chosen; the others show the reason why not. */
  available?: 'AVAILABLE';
  onChoose?: (option: PropertyOption | undefined) => void;
};

/** A property, found by its number or from two letters of its address; the price and the state stand under it. */
export function PropertyPicker<V extends FieldValues>({ available, onChoose, ...props }: PropertyPickerProps<V>) {
  return (
    <AsyncPicker<V>
      {...props}
      query={(text) => propertyOptions(text, available)}
      // The options are those of the query above, each with its property.
      onChoose={(option) => onChoose?.(option as PropertyOption | undefined)}
      byNumber
      placeholder="Endereço ou ID"
      nothingFound="Nenhum imóvel com este endereço ou ID"
    />
  );
}
