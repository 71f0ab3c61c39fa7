import { TextInput } from '@mantine/core';
import { type ClipboardEvent, useState } from 'react';
import type { useField } from '#web/ui/input/field.ts';
import type { Position } from './position.ts';
import { degrees } from './position.ts';

type CoordinateInputProps = Pick<ReturnType<typeof useField>, 'value' | 'change' | 'input'> & {
  /** Largest absolute value, in degrees. */
  most: number;
  onPair: (position: Position) => void;
};

/**
 * One coordinate, with a decimal point as maps write it; a pasted pair fills both fields. A text field, since the
 * number pad of a phone has no minus sign.
 */
export function CoordinateInput({ value, change, input, most, onPair }: CoordinateInputProps) {
  const [draft, setDraft] = useState('');
  const held = typeof value === 'number' ? value : null;
  const shown = held === null ? '' : String(held);

  function paste(event: ClipboardEvent) {
    const [latitude, longitude, ...more] = event.clipboardData.getData('text').split(/[,;]\s|\s+|;/);
    const pair = { latitude: degrees(latitude ?? '', 90), longitude: degrees(longitude ?? '', 180) };
    if (pair.latitude === null || pair.longitude === null || more.length > 0) return;
    event.preventDefault();
    onPair({ latitude: pair.latitude, longitude: pair.longitude });
  }

  return (
    <TextInput
      {...input}
      autoComplete="off"
      maxLength={20}
      value={degrees(draft, most) === held ? draft : shown}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value.replace(/[^\d.,-]/g, '');
        setDraft(typed);
        change(degrees(typed, most));
      }}
      onPaste={paste}
      onBlur={() => {
        setDraft(shown);
        input.onBlur();
      }}
    />
  );
}
