import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';
import { colors } from './colors.ts';

/** Mantine's resolver, but `light` and `subtle` controls use our darker ink, so that text keeps a contrast of 4.5:1. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const variant = defaultVariantColorsResolver(input);
  const inked = (input.variant === 'light' || input.variant === 'subtle') && input.color;
  return inked ? { ...variant, color: `var(--ink-${input.color}, ${variant.color})` } : variant;
};

/**
 * Props shared by all windows. overlays.css locks the scroll: Mantine's lock would inject a style sheet into the page.
 */
const windowProps = {
  lockScroll: false,
  closeButtonProps: { 'aria-label': 'Fechar' },
  attributes: { header: { role: 'presentation' } },
};

/** Sizes and colours that a variable can hold are set in the style sheets beside this file. */
export const theme = createTheme({
  colors,
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  black: '#1f1e19',
  fontFamily: '"Inter Variable", "Segoe UI", system-ui, sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.3' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  shadows: {
    xs: '0 1px 2px rgba(31,30,25,.06)',
    sm: '0 1px 2px rgba(31,30,25,.06), 0 2px 6px rgba(31,30,25,.05)',
    md: '0 2px 4px rgba(31,30,25,.05), 0 8px 24px rgba(31,30,25,.10)',
    lg: '0 4px 8px rgba(31,30,25,.05), 0 16px 40px rgba(31,30,25,.14)',
    xl: '0 8px 16px rgba(31,30,25,.06), 0 24px 64px rgba(31,30,25,.20)',
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.375rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { tt: 'none', variant: 'light', radius: 'xl' } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    // A list of choices floats outside the page's landmarks.
    Combobox: { defaultProps: { attributes: { dropdown: { role: 'region', 'aria-label': 'Opções' } } } },
    Drawer: { defaultProps: { ...windowProps, position: 'right' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { ...windowProps, radius: 'lg', shadow: 'xl' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Fechar aviso' } } },
    NumberInput: { defaultProps: { hideControls: true, decimalSeparator: ',', thousandSeparator: '.' } },
    Pagination: { defaultProps: { size: 'sm', boundaries: 1 } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md' } },
    SegmentedControl: { defaultProps: { size: 'sm' } },
    Select: {
      // A list that opens because the focus came by lies over the next field.
      defaultProps: { checkIconPosition: 'right', allowDeselect: false, withScrollArea: false, openOnFocus: false },
    },
    Skeleton: { defaultProps: { radius: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 300, fz: 'xs', multiline: true } },
  },
});
