import { Select as MantineSelect, type SelectProps } from '@mantine/core';
import { useState } from 'react';

/** One of several. Its list is drawn when the focus comes: Mantine draws it with the field, opened or not. */
export function Select({ comboboxProps, onFocus, ...props }: SelectProps) {
  const [near, setNear] = useState(false);
  return (
    <MantineSelect
      {...props}
      comboboxProps={{ keepMounted: near, ...comboboxProps }}
      onFocus={(event) => {
        setNear(true);
        onFocus?.(event);
      }}
    />
  );
}
