import { useMediaQuery } from '@mantine/hooks';
import { createContext, useContext } from 'react';

/** Within the lines of a list, whose cells are drawn as on a phone whatever the width of the window. */
export const AsLines = createContext(false);

/** Whether the screen is under 768 px, where tables become rows and windows fill the screen. */
export function usePhone(): boolean {
  const lines = useContext(AsLines);
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false }) || lines;
}

/** Under 1024 px, where a table with many figures and buttons becomes lines (`cards` of DataTable). */
export function useCards(): boolean {
  return useMediaQuery('(max-width: 63.99em)', false, { getInitialValueInEffect: false });
}
