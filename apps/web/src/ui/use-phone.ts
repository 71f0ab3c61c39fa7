import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is under 768 px, where tables become rows and windows fill the screen. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
