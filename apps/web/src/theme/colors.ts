import type { MantineColorsTuple } from '@mantine/core';

/** Ten steps from light to dark. Petrol is ours and marks what can be pressed; red to blue mean only a state. */
export const colors = {
  brand: ['#f0f9fb', '#dbeff4', '#badfe7', '#91c9d4', '#66aebd', '#3f94a4', '#217887', '#0f606d', '#0b4c57', '#07373f'],
  gray: ['#fafaf9', '#f4f4f1', '#e8e8e5', '#dad9d5', '#bfbeb9', '#94928d', '#6d6c66', '#54534c', '#373530', '#1f1e19'],
  dark: ['#e8eced', '#b1b9bb', '#909a9d', '#697476', '#3f4a4c', '#2f393b', '#20292b', '#151d1f', '#0e1517', '#070d0f'],
  red: ['#fff4f2', '#ffe4e0', '#fdc9c2', '#f8a59a', '#ee7a6d', '#e15247', '#ca382f', '#ac2722', '#8b1f1a', '#651914'],
  yellow: [
    '#fff7eb',
    '#ffebce',
    '#fed7a3',
    '#f6c071',
    '#eba941',
    '#d59216',
    '#b07600',
    '#8a5b00',
    '#704a02',
    '#533704',
  ],
  green: ['#f0faf3', '#dbf4e3', '#bae8c8', '#91d7a9', '#63be86', '#3ca368', '#258651', '#1b6d41', '#175835', '#124227'],
  blue: ['#f2f7fe', '#e0ecfc', '#c2daf9', '#9bc1f1', '#71a4e5', '#4988d5', '#2d6fbe', '#1e5ba1', '#164781', '#123560'],
  /** Terracotta: the logo's roof, illustrations and the chart's second line, never a control. */
  telha: ['#fef4f0', '#fee5db', '#fbd0bd', '#f3b397', '#e5946f', '#d0774e', '#b36139', '#934d2c', '#773e23', '#572e1a'],
} as const satisfies Record<string, MantineColorsTuple>;
